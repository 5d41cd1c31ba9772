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
  /** By figure: shares of time that the page shows so, by their names of `parts`. */
  readonly spreads: ReadonlyMap<string, Spread>;
}

/** Each is sorted for it. */
const partsSpread = ["entry", "waited_other_sites", "idle"] as const;

/** Names of parts in the panel `spread`. */
const spreadNames: Readonly<Record<string, string>> = { work: "entry" };

export function siteViews(status: Status, pes: readonly PeView[]): SiteView[] {
  const { told, of } = pesTold(status);
  const rows = rowsOfPanel(status, "spread").filter((row) => text(row, "of") === "pes");
  const bySite = new Map<string, PeView[]>(status.sites.map((site) => [site, []]));
  for (const pe of pes) bySite.get(pe.site)?.push(pe);
  return status.sites.map((site) => {
    const here = bySite.get(site)!;
    const silent = status.silent.filter((row) => text(row, "site") === site).length;
    const ofSite = rows.filter((row) => text(row, "site") === site);
    // Where not all PEs have rows, what the job says of all of them is what counts.
    const known = sharesIn(here);
    const spreads = told < of ? spreadsOfRows(ofSite) : spreadsOfPes(known);
    const shares = told < of ? sharesOf(spreads) : meanShares(known);
    const count = spreads.get("objects")?.count ?? here.length;
    const sum = (figure: "objects" | "queued") =>
      spreads.get(figure)?.sum ?? here.reduce((all, pe) => all + pe[figure], 0);
    return {
      site,
      pes: Math.max(count, here.length) + silent,
      silent,
      objects: sum("objects"),
      queued: sum("queued"),
      shares,
      hidden: shares === null || status.sites.length < 2 ? null : hidden(shares),
      spreads,
    };
  });
}

function sharesIn(pes: readonly PeView[]): Shares[] {
  return pes.flatMap((pe) => (pe.shares === null ? [] : [pe.shares]));
}

function spreadsOfPes(known: readonly Shares[]): Map<string, Spread> {
  const found = new Map<string, Spread>();
  for (const part of partsSpread) {
    const spread = spreadOf(known.map((shares) => shares[part]));
    if (spread !== null) found.set(part, spread);
  }
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
