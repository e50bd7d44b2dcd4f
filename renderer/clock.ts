/** The page's only way to the current time; everything else is given an instant. */
export function now(): Date {
  return new Date();
}
