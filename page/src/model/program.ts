// page/src/model/program.ts: how far a program is, and how long the rest takes at that pace.
import { maybe, num, rowsOfPanel, text, type Status } from "./status.ts";

export interface ProgramView {
  readonly phase: string;
  readonly inPhaseS: number | null;
  readonly done: number | null;
  readonly of: number | null;
  readonly leftS: number | null;
}

export function programView(status: Status): ProgramView | null {
  const row = rowsOfPanel(status, "program")[0];
  if (row === undefined) return null;
  const began = maybe(row, "phase_began_s");
  const done = maybe(row, "done");
  let leftS: number | null = null;
  if (done !== null) {
    const cameOn = done - num(row, "first_done");
    const tookS = num(row, "done_at_s") - num(row, "first_at_s");
    if (cameOn > 0 && tookS > 0) {
      const left = (Math.max(0, num(row, "of") - done) * tookS) / cameOn;
      // It works on since it has last said something.
      leftS = Math.max(0, left - (num(row, "at_s") - num(row, "done_at_s")));
    }
  }
  return {
    phase: text(row, "phase"),
    inPhaseS: began === null ? null : num(row, "at_s") - began,
    done,
    of: maybe(row, "of"),
    leftS,
  };
}
