// page/src/model/spread.ts: many figures as few: the least, the median, the most, the sum.

export interface Spread {
  readonly count: number;
  readonly least: number;
  readonly median: number;
  readonly most: number;
  readonly sum: number;
}

export function spreadOf(values: readonly number[]): Spread | null {
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  const upper = sorted[middle]!;
  return {
    count: sorted.length,
    least: sorted[0]!,
    median: sorted.length % 2 === 1 ? upper : (sorted[middle - 1]! + upper) / 2,
    most: sorted[sorted.length - 1]!,
    sum: sorted.reduce((sum, value) => sum + value, 0),
  };
}

/** How many values fall into each of `bins` equal parts of least to most. */
export function histogram(values: readonly number[], least: number, most: number, bins: number) {
  const counts = new Array<number>(bins).fill(0);
  const width = (most - least) / bins;
  for (const value of values) {
    const bin = width > 0 ? Math.floor((value - least) / width) : 0;
    counts[Math.min(bins - 1, Math.max(0, bin))]! += 1;
  }
  return counts;
}
