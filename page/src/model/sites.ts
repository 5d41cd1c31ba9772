// page/src/model/sites.ts: the PEs of each site together.
import { pesTold, type PeView } from "./pes.ts";
import { hidden, meanShares, parts, type Shares } from "./shares.ts";
import { spreadOf, type Spread } from "./spread.ts";
import { num, rowsOfPanel, text, type Row, type Status } from "./status.ts";

export interface SiteView {
  readonly site: string;
  readonly pes: number;
  readonly silent: number;
  readonly objects: number;
  readonly queued: number;
  /** The mean of its PEs. */
  readonly shares: Shares | null;
  readonly hidden: number | null;
  /** By figure: shares of time by their names of `parts`, objects, queued. */
  readonly spreads: ReadonlyMap<string, Spread>;
}

/** Names of parts in the panel `spread`. */
const spreadNames: Readonly<Record<string, string>> = { work: "entry" };

export function siteViews(status: Status, pes: readonly PeView[]): SiteView[] {
  const { told, of } = pesTold(status);
  const rows = rowsOfPanel(status, "spread").filter((row) => text(row, "of") === "pes");
  return status.sites.map((site) => {
    const here = pes.filter((pe) => pe.site === site);
    const silent = status.silent.filter((row) => text(row, "site") === site).length;
    const ofSite = rows.filter((row) => text(row, "site") === site);
    // Where not all PEs have rows, what the job says of all of them is what counts.
    const spreads = told < of ? spreadsOfRows(ofSite) : spreadsOfPes(here);
    const shares = told < of ? sharesOf(spreads) : meanShares(sharesIn(here));
    const count = spreads.get("objects")?.count ?? here.length;
    return {
      site,
      pes: Math.max(count, here.length) + silent,
      silent,
      objects: spreads.get("objects")?.sum ?? 0,
      queued: spreads.get("queued")?.sum ?? 0,
      shares,
      hidden: shares === null || status.sites.length < 2 ? null : hidden(shares),
      spreads,
    };
  });
}

function sharesIn(pes: readonly PeView[]): Shares[] {
  return pes.flatMap((pe) => (pe.shares === null ? [] : [pe.shares]));
}

function spreadsOfPes(pes: readonly PeView[]): Map<string, Spread> {
  const known = sharesIn(pes);
  const found = new Map<string, Spread>();
  const add = (figure: string, values: number[]) => {
    const spread = spreadOf(values);
    if (spread !== null) found.set(figure, spread);
  };
  for (const part of parts)
    add(
      part,
      known.map((shares) => shares[part]),
    );
  add(
    "objects",
    pes.map((pe) => pe.objects),
  );
  add(
    "queued",
    pes.map((pe) => pe.queued),
  );
  return found;
}

function spreadsOfRows(rows: readonly Row[]): Map<string, Spread> {
  return new Map(
    rows.map((row) => {
      const figure = text(row, "figure");
      const spread = {
        count: num(row, "count"),
        least: num(row, "least"),
        median: num(row, "median"),
        most: num(row, "most"),
        sum: num(row, "sum"),
      };
      return [spreadNames[figure] ?? figure, spread];
    }),
  );
}

function sharesOf(spreads: ReadonlyMap<string, Spread>): Shares | null {
  const means = parts.map((part) => {
    const spread = spreads.get(part);
    return [part, spread && spread.count > 0 ? spread.sum / spread.count : 0] as const;
  });
  const all = means.reduce((sum, [, mean]) => sum + mean, 0);
  if (all <= 0) return null;
  return Object.fromEntries(means.map(([part, mean]) => [part, mean / all])) as Shares;
}
