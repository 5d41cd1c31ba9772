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

/** Of a PE's time between two rows; null where no account was kept all along. For what a PE waits
    is known when the wait has ended: what has not ended is idle, and waits that began before count
    no more than the time between the rows. */
export function sharesBetween(before: Row | undefined, after: Row): Shares | null {
  const wall = rise(before, after, "wall_s");
  if (wall === null || wall <= 0) return null;
  // Written out: a page has it done for thousands of PEs between two frames.
  const entry = rise(before, after, "entry_s");
  const runtime = rise(before, after, "runtime_s");
  const balancing = rise(before, after, "balancing_s");
  if (entry === null || runtime === null || balancing === null) return null;
  const rest = Math.max(0, wall - entry - runtime - balancing);
  const waitedOthers = rise(before, after, "waited_other_sites_s") ?? 0;
  const waitedOwn = rise(before, after, "waited_same_site_s") ?? 0;
  const idle = rise(before, after, "idle_s") ?? 0;
  const explained = waitedOthers + waitedOwn + idle;
  const whole = entry + runtime + balancing + rest;
  const ofRest = explained > 0 ? rest / explained / whole : 0;
  return {
    entry: entry / whole,
    runtime: runtime / whole,
    balancing: balancing / whole,
    waited_other_sites: waitedOthers * ofRest,
    waited_same_site: waitedOwn * ofRest,
    idle: explained > 0 ? idle * ofRest : rest / whole,
  };
}

export function meanShares(all: readonly Shares[]): Shares | null {
  if (all.length === 0) return null;
  const sums = new Float64Array(parts.length);
  for (const shares of all) {
    for (let i = 0; i < parts.length; ++i) sums[i]! += shares[parts[i]!];
  }
  const means = parts.map((part, i) => [part, sums[i]! / all.length]);
  return Object.fromEntries(means) as Shares;
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
