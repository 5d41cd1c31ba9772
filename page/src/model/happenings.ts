// page/src/model/happenings.ts: what happened between two answers, as lines with a time.
import { byKey, keyOf, rise } from "./difference.ts";
import { bytesText, countText, durationText, numberText, percentText } from "./words.ts";
import { maybe, num, rowsOfPanel, text, type Row, type Status } from "./status.ts";

export type HappeningKind =
  "link" | "balancing" | "membership" | "checkpoint" | "phase" | "silent" | "request" | "end";

export interface Happening {
  readonly at: number;
  readonly kind: HappeningKind;
  readonly text: string;
  /** Somebody should look at it. */
  readonly isBad: boolean;
}

export function happeningsBetween(before: Status, after: Status): Happening[] {
  const found: Happening[] = [];
  const add = (kind: HappeningKind, line: string, isBad = false) => {
    found.push({ at: after.at, kind, text: line, isBad });
  };
  ofLinks(before, after, add);
  ofBalancing(before, after, add);
  ofMembership(before, after, add);
  ofCheckpoints(before, after, add);
  const phases = [before, after].map((status) => text(rowsOfPanel(status, "program")[0], "phase"));
  if (phases[0] !== phases[1] && phases[1]) add("phase", `now ${phases[1]}`);
  const silentBefore = new Set(before.silent.map((row) => row.pe));
  const silent = after.silent.filter((row) => !silentBefore.has(row.pe ?? null));
  if (silent.length > 0) {
    const names = silent.slice(0, 4).map((row) => row.pe);
    const more = silent.length > 4 ? ` and ${silent.length - 4} more` : "";
    add("silent", `no answer from PE ${names.join(", ")}${more}`, true);
  }
  if (after.ended !== before.ended) add("end", endWords(after.ended), after.ended !== "well");
  return found;
}

/** Of how a job has ended, in a sentence. */
export function endWords(ended: string): string {
  return ended === "well" ? "the job has ended" : `the job has ended: ${ended}`;
}

type Add = (kind: HappeningKind, line: string, isBad?: boolean) => void;

function ofLinks(before: Status, after: Status, add: Add): void {
  const keys = ["process", "site", "class"];
  const earlier = byKey(rowsOfPanel(before, "links"), ...keys);
  for (const row of rowsOfPanel(after, "links")) {
    const last = earlier.get(keyOf(row, ...keys));
    const of = `${text(row, "class")} of ${text(row, "site")}`;
    const count = (key: string) => (last === undefined ? 0 : (rise(last, row, key) ?? 0));
    const cut = count("connections_cut");
    const resumed = count("connections_resumed");
    const resent = count("frames_resent");
    if (cut > 0) add("link", `${of}: ${countText(cut, "connection", "connections")} cut`, true);
    if (resumed > 0) {
      const again = resent > 0 ? `, ${countText(resent, "frame", "frames")} sent again` : "";
      add("link", `${of}: ${countText(resumed, "connection", "connections")} healed${again}`);
    }
    if (count("peers_lost") > 0) add("link", `${of}: ${count("peers_lost")} lost`, true);
    if (last !== undefined && text(last, "chain") !== text(row, "chain")) {
      add("link", `${of}: the chain is now ${text(row, "chain")}`);
    }
  }
}

function ofBalancing(before: Status, after: Status, add: Add): void {
  const steps = rowsOfPanel(after, "balancing_steps");
  const known = new Set(rowsOfPanel(before, "balancing_steps").map((row) => row.number));
  // Those that move nothing are many, and the panel of steps has them.
  const moving = steps.filter((row) => !known.has(row.number ?? null) && num(row, "moved") > 0);
  for (const row of moving) add("balancing", stepText(row));
  if (steps.length > 0) return;
  const moved = riseOfAll(before, after, "migrations");
  if (moved > 0) {
    const bytes = riseOfAll(before, after, "migration_bytes");
    add("balancing", `${countText(moved, "object", "objects")} moved, ${bytesText(bytes)}`);
  }
}

function stepText(row: Row): string {
  const moved = `${numberText(num(row, "moved"))} of ${numberText(num(row, "objects"))} objects`;
  const bytes = bytesText(maybe(row, "moved_bytes"));
  return `step ${text(row, "number")} (${text(row, "strategy")}): ${moved} moved, ${bytes}`;
}

/** Why a step did what it did, in the job's words without what stands beside them. */
export function whyText(row: Row): string {
  return text(row, "text").replace(/^load balancing, step \d+: /, "");
}

function riseOfAll(before: Status, after: Status, key: string): number {
  const earlier = byKey(rowsOfPanel(before, "pes"), "pe");
  let sum = 0;
  for (const row of rowsOfPanel(after, "pes")) {
    sum += rise(earlier.get(String(row.pe)), row, key) ?? 0;
  }
  return sum;
}

function ofMembership(before: Status, after: Status, add: Add): void {
  const last = rowsOfPanel(before, "membership")[0];
  const row = rowsOfPanel(after, "membership")[0];
  if (row === undefined || num(last, "epoch") === num(row, "epoch")) return;
  const words = ["lost", "left", "come"].flatMap((key) =>
    text(row, key) ? [`${key}: ${text(row, key)}`] : [],
  );
  const processes = countText(num(row, "processes"), "process", "processes");
  add(
    "membership",
    `epoch ${num(row, "epoch")}: ${processes}; ${words.join(", ")}`,
    row.lost !== "",
  );
}

function ofCheckpoints(before: Status, after: Status, add: Add): void {
  const last = rowsOfPanel(before, "checkpoints")[0];
  const row = rowsOfPanel(after, "checkpoints")[0];
  if (row === undefined || num(row, "count") <= num(last, "count")) return;
  const stopped = durationText(maybe(row, "stopped_s"));
  add(
    "checkpoint",
    `number ${num(row, "number")}, ${bytesText(num(row, "bytes"))}, stood ${stopped}`,
  );
}

/** What a balancing step gained: the share of the most loaded PE's time that it took away, as was
    measured in the period after it; null until that is known. */
export function gainOf(row: Row): number | null {
  const before = maybe(row, "load_max_s");
  const after = maybe(row, "measured_load_max_s");
  return before === null || after === null || before <= 0 ? null : 1 - after / before;
}

export function gainText(row: Row): string {
  const gain = gainOf(row);
  return gain === null ? "not known yet" : percentText(gain);
}
