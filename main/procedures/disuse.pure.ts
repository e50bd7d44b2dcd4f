const DAY_MS = 86_400_000;
/** Design section 8: 180 days with fewer than three reinforcements. */
const DAYS = 180;
const ENOUGH = 3;

/** Which procedures are out of use at a time: last said or used before `before`, and fewer times than `fewerThan`. */
export const planDisuse = (at: Date): { readonly before: Date; readonly fewerThan: number } => ({
  before: new Date(at.getTime() - DAYS * DAY_MS),
  fewerThan: ENOUGH,
});
