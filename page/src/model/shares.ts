// page/src/model/shares.ts: the parts of a PE's time, and how much of the latency they hide.
import { rise } from "./difference.ts";
import type { Row } from "./status.ts";

export const parts = [
  "entry",
  "runtime",
  "balancing",
  "waited_other_sites",
  "waited_same_site",
  "idle",
] as const;
export type Part = (typeof parts)[number];
/** Of a time; they sum up to 1. */
export type Shares = Readonly<Record<Part, number>>;

export const partNames: Readonly<Record<Part, string>> = {
  entry: "work",
  runtime: "runtime",
  balancing: "balancing",
  waited_other_sites: "waits for other sites",
  waited_same_site: "waits for its own site",
  idle: "idle",
};

const busyParts = ["entry", "runtime", "balancing"] as const;
const restParts = ["waited_other_sites", "waited_same_site", "idle"] as const;

/** Of a PE's time between two rows; null where no account was kept all along. For what a PE waits
    is known when the wait has ended: what has not ended is idle, and waits that began before count
    no more than the time between the rows. */
export function sharesBetween(before: Row | undefined, after: Row): Shares | null {
  const wall = rise(before, after, "wall_s");
  if (wall === null || wall <= 0) return null;
  const seconds: Record<string, number> = {};
  let rest = wall;
  for (const part of busyParts) {
    const spent = rise(before, after, `${part}_s`);
    if (spent === null) return null;
    seconds[part] = spent;
    rest -= spent;
  }
  rest = Math.max(0, rest);
  let explained = 0;
  for (const part of restParts) {
    seconds[part] = rise(before, after, `${part}_s`) ?? 0;
    explained += seconds[part];
  }
  for (const part of restParts) {
    if (explained > 0) seconds[part] = (seconds[part]! * rest) / explained;
    else seconds[part] = part === "idle" ? rest : 0;
  }
  const all = parts.reduce((sum, part) => sum + seconds[part]!, 0);
  return Object.fromEntries(parts.map((part) => [part, seconds[part]! / all])) as Shares;
}

export function meanShares(all: readonly Shares[]): Shares | null {
  if (all.length === 0) return null;
  const sums = Object.fromEntries(parts.map((part) => [part, 0])) as Record<Part, number>;
  for (const shares of all) for (const part of parts) sums[part] += shares[part];
  for (const part of parts) sums[part] /= all.length;
  return sums;
}

export function busy(shares: Shares): number {
  return shares.entry + shares.runtime + shares.balancing;
}

/** Of less of the time than this nothing is made: a PE whose wait has not ended has hidden
    nothing with the looks at it that it answers. */
const leastShare = 0.01;

/** Of the time that PEs worked or waited for other sites, what they worked; null where they hardly
    did either. */
export function hidden(shares: Shares): number | null {
  const worked = busy(shares);
  const waited = shares.waited_other_sites;
  return worked + waited < leastShare ? null : hiddenOf(worked, waited);
}

export function hiddenOf(worked: number, waited: number): number | null {
  return worked + waited > 0 ? worked / (worked + waited) : null;
}
