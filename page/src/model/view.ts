// page/src/model/view.ts: all that the page shows of the time between two answers.
import { linkViews, pairViews, type LinkView, type PairView } from "./links.ts";
import { byKey, span } from "./difference.ts";
import { peViews, type PeView } from "./pes.ts";
import { programView, type ProgramView } from "./program.ts";
import { siteViews, type SiteView } from "./sites.ts";
import { maybe, num, rowsOfPanel, text, type Status } from "./status.ts";

export interface ProcessView {
  readonly process: number;
  readonly site: string;
  readonly host: string;
  /** Null in virtual time, where one process has them all. */
  readonly residentBytes: number | null;
  readonly peakBytes: number | null;
  readonly messageBytes: number | null;
  /** That it has used of the time. */
  readonly processors: number | null;
}

export interface View {
  readonly status: Status;
  /** Null of the first answer, and where the clock began anew. */
  readonly before: Status | null;
  readonly intervalS: number;
  readonly pes: readonly PeView[];
  readonly sites: readonly SiteView[];
  readonly links: readonly LinkView[];
  readonly pairs: readonly PairView[];
  readonly program: ProgramView | null;
  readonly processes: readonly ProcessView[];
}

export function viewOf(last: Status | null, status: Status): View {
  const before = last !== null && last.at < status.at ? last : null;
  const pes = peViews(before, status);
  const sites = siteViews(status, pes);
  const links = linkViews(before, status);
  return {
    status,
    before,
    intervalS: before === null ? 0 : status.at - before.at,
    pes,
    sites,
    links,
    pairs: pairViews(before, status, sites, links),
    program: programView(status),
    processes: processViews(before, status),
  };
}

function processViews(before: Status | null, status: Status): ProcessView[] {
  const earlier = byKey(before === null ? [] : rowsOfPanel(before, "processes"), "process");
  return rowsOfPanel(status, "processes").map((row) => {
    const last = earlier.get(String(row.process));
    const seconds = span(last, row);
    const resident = maybe(row, "resident_bytes");
    const used = (key: string) => num(row, key) - num(last, key);
    return {
      process: num(row, "process"),
      site: text(row, "site"),
      host: text(row, "host"),
      residentBytes: resident,
      peakBytes: resident === null ? null : Math.max(num(row, "peak_resident_bytes"), resident),
      messageBytes: maybe(row, "message_bytes"),
      processors: seconds > 0 ? (used("user_s") + used("system_s")) / seconds : null,
    };
  });
}
