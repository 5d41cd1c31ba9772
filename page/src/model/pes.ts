// page/src/model/pes.ts: each PE between two answers.
import { rate } from "./difference.ts";
import { sharesBetween, type Shares } from "./shares.ts";
import { maybe, num, rowsOfPanel, text, type Status } from "./status.ts";

export interface PeView {
  readonly pe: number;
  readonly site: string;
  readonly process: number;
  readonly objects: number;
  readonly queued: number;
  /** Objects that talk to other sites; null where that is not known. */
  readonly border: number | null;
  /** Of the time between the answers; null where that was not measured. */
  readonly shares: Shares | null;
  readonly messagesPerS: number | null;
  // Sums since the beginning, or since time is measured.
  readonly messages: number;
  readonly migrations: number;
  readonly wallS: number;
  readonly idleS: number;
  readonly waitedOwnS: number;
  readonly waitedOthersS: number;
}

export function peViews(before: Status | null, after: Status): PeView[] {
  const rows = before === null ? [] : rowsOfPanel(before, "pes");
  const earlier = new Map(rows.map((row) => [row.pe, row]));
  return rowsOfPanel(after, "pes").map((row) => {
    const last = earlier.get(row.pe);
    return {
      pe: num(row, "pe"),
      site: text(row, "site"),
      process: num(row, "process"),
      objects: num(row, "objects"),
      queued: num(row, "queued"),
      border: maybe(row, "border"),
      shares: sharesBetween(last, row),
      messagesPerS: rate(last, row, "messages_executed"),
      messages: num(row, "messages_executed"),
      migrations: num(row, "migrations"),
      wallS: num(row, "wall_s"),
      idleS: num(row, "idle_s"),
      waitedOwnS: num(row, "waited_same_site_s"),
      waitedOthersS: num(row, "waited_other_sites_s"),
    };
  });
}

/** How many of a job's PEs an answer has rows of, and how many there are. */
export function pesTold(status: Status): { told: number; of: number } {
  const told = rowsOfPanel(status, "pes").length;
  return { told, of: Math.max(told, status.bounds.pes?.of ?? told) };
}

/** At most `most` of them: those that work most and least, in the order of their numbers. */
export function chosenPes(pes: readonly PeView[], most: number): PeView[] {
  if (pes.length <= most) return [...pes];
  const work = Float64Array.from(pes, workOf);
  const sorted = work.slice().sort();
  const half = most >> 1;
  const chosen = new Set<number>();
  const take = (count: number, isIn: (value: number) => boolean) => {
    for (let i = 0; i < work.length && count > 0; ++i) {
      if (chosen.has(i) || !isIn(work[i]!)) continue;
      chosen.add(i);
      count -= 1;
    }
  };
  // Of those that are equal, the first ones.
  const takeEnd = (count: number, bound: number, isBeyond: (value: number) => boolean) => {
    const before = chosen.size;
    take(count, isBeyond);
    take(count - (chosen.size - before), (value) => value === bound);
  };
  const high = sorted[sorted.length - (most - half)]!;
  takeEnd(most - half, high, (value) => value > high);
  const low = sorted[half - 1]!;
  takeEnd(half, low, (value) => value < low);
  return pes.filter((_, i) => chosen.has(i));
}

function workOf(pe: PeView): number {
  return pe.shares?.entry ?? 0;
}
