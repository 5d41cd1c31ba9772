// page/src/model/pes.ts: each PE between two answers.
import { byKey, rate } from "./difference.ts";
import { sharesBetween, type Shares } from "./shares.ts";
import { num, rowsOfPanel, text, type Status } from "./status.ts";

export interface PeView {
  readonly pe: number;
  readonly site: string;
  readonly process: number;
  readonly objects: number;
  readonly queued: number;
  /** Of the time between the answers; null where that was not measured. */
  readonly shares: Shares | null;
  readonly messagesPerS: number | null;
  // Sums since the beginning, or since time is measured.
  readonly messages: number;
  readonly wallS: number;
  readonly idleS: number;
  readonly waitedOwnS: number;
  readonly waitedOthersS: number;
}

export function peViews(before: Status | null, after: Status): PeView[] {
  const earlier = byKey(before === null ? [] : rowsOfPanel(before, "pes"), "pe");
  return rowsOfPanel(after, "pes").map((row) => {
    const last = earlier.get(String(row.pe));
    return {
      pe: num(row, "pe"),
      site: text(row, "site"),
      process: num(row, "process"),
      objects: num(row, "objects"),
      queued: num(row, "queued"),
      shares: sharesBetween(last, row),
      messagesPerS: rate(last, row, "messages_executed"),
      messages: num(row, "messages_executed"),
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
  const byWork = [...pes].sort((one, other) => workOf(other) - workOf(one));
  const half = most >> 1;
  const chosen = [...byWork.slice(0, most - half), ...byWork.slice(byWork.length - half)];
  return chosen.sort((one, other) => one.pe - other.pe);
}

function workOf(pe: PeView): number {
  return pe.shares?.entry ?? 0;
}
