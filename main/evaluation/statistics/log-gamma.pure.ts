/** Coefficients of Lanczos for g = 7: fifteen digits. */
const LANCZOS = [
  676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
  -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

/** Natural logarithm of the gamma function, for arguments of at least one half. */
export function logGamma(x: number): number {
  const base = x + 6.5;
  let sum = 0.99999999999980993;
  for (const [index, term] of LANCZOS.entries()) sum += term / (x + index);
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(base) - base + Math.log(sum);
}
