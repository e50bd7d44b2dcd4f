/** A figure with its interval; nulls where there is none to give. */
export type Estimate = {
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
  /** Observations that it rests on. */
  readonly n: number | null;
};

export const show = (share: number, digits = 1): string => `${(share * 100).toFixed(digits)}%`;

/** Of a difference of two shares: in points, with its sign. */
export const showPoints = (share: number): string => {
  const points = (share * 100).toFixed(1);
  return share > 0 && points !== '0.0' ? `+${points}` : points.replace('-', '−').replace('−0.0', '0.0');
};

export const showNumber = (value: number, digits = 0): string =>
  value.toLocaleString('en-GB', { maximumFractionDigits: digits });

/** The interval alone; empty where there is none. */
export const showInterval = ({ low, high }: Estimate, format: (value: number) => string = show): string =>
  low === null || high === null ? '' : `${format(low)} to ${format(high)}`;

/** The figure, its interval and how many it rests on, as a table has it. */
export function showEstimate(one: Estimate | null, format: (value: number) => string = show): string {
  if (one === null) return '–';
  const interval = showInterval(one, format);
  return `${format(one.value)}${interval === '' ? '' : ` (${interval})`}`;
}
