// page/src/model/view.ts: all that the page shows of the time between two answers.
import { linkViews, pairViews, type LinkView, type PairView } from "./links.ts";
import { byKey, span } from "./difference.ts";
import { pesTold, peViews, type PeView } from "./pes.ts";
import { programView, type ProgramView } from "./program.ts";
import { busy } from "./shares.ts";
import { siteViews, type SiteView } from "./sites.ts";
import { maybe, num, rowsOfPanel, text, type Row, type Status } from "./status.ts";

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
    processes: processViews(before, status, pes, sites),
  };
}

function processViews(
  before: Status | null,
  status: Status,
  pes: readonly PeView[],
  sites: readonly SiteView[],
): ProcessView[] {
  const rows = rowsOfPanel(status, "processes");
  const earlier = byKey(before === null ? [] : rowsOfPanel(before, "processes"), "process");
  const virtual = virtualProcessors(status, rows, pes, sites);
  return rows.map((row) => {
    const last = earlier.get(String(row.process));
    const seconds = span(last, row);
    const resident = maybe(row, "resident_bytes");
    const used = (key: string) => num(row, key) - num(last, key);
    const measured = seconds > 0 ? (used("user_s") + used("system_s")) / seconds : null;
    return {
      process: num(row, "process"),
      site: text(row, "site"),
      host: text(row, "host"),
      residentBytes: resident,
      peakBytes: resident === null ? null : Math.max(num(row, "peak_resident_bytes"), resident),
      messageBytes: maybe(row, "message_bytes"),
      processors: resident === null ? virtual(row) : measured,
    };
  });
}

/** Virtual time is charged when a message begins, also for what lies behind the answer: of
    microseconds that would be more processors than there are. So a process has those that its PEs
    were busy with, as the bars have it; null where not all of these are told. */
function virtualProcessors(
  status: Status,
  rows: readonly Row[],
  pes: readonly PeView[],
  sites: readonly SiteView[],
): (row: Row) => number | null {
  const { told, of } = pesTold(status);
  const isWhole = status.bounds.processes === undefined;
  return (row) => {
    if (told === of) {
      const shares = pes.filter((pe) => pe.process === row.process).map((pe) => pe.shares);
      return shares.reduce<number | null>(
        (sum, each) => (sum === null || each === null ? null : sum + busy(each)),
        shares.length > 0 ? 0 : null,
      );
    }
    // Of many PEs what is told of all is told by site.
    const site = sites.find((each) => each.site === row.site);
    const isAlone = isWhole && rows.filter((each) => each.site === row.site).length === 1;
    return isAlone && site?.shares ? busy(site.shares) * site.pes : null;
  };
}
