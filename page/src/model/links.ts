// page/src/model/links.ts: link classes of each site between two answers, and the pairs of sites.
import { byKey, keyOf, rate, rise } from "./difference.ts";
import type { SiteView } from "./sites.ts";
import { busy, hiddenOf } from "./shares.ts";
import { maybe, num, rowsOfPanel, text, type Row, type Status } from "./status.ts";

export type LinkState = "well" | "healed" | "stalled" | "cut" | "lost";

/** The links of a class by which processes of a site are joined to others, summed. */
export interface LinkView {
  readonly site: string;
  readonly class: string;
  readonly joins: string;
  readonly chain: string;
  readonly latencyS: number | null;
  readonly outBytes: number | null;
  readonly inBytes: number | null;
  readonly outFrames: number | null;
  readonly inFrames: number | null;
  readonly resent: number;
  readonly cut: number;
  readonly lost: number;
  /** By how much payloads shrink; null where nothing is compressed. */
  readonly ratio: number | null;
  readonly state: LinkState;
}

const rates = [
  ["outBytes", "bytes_sent"],
  ["inBytes", "bytes_received"],
  ["outFrames", "frames_sent"],
  ["inFrames", "frames_received"],
] as const;

interface Sums {
  rates: Record<string, number | null>;
  resent: number;
  lost: number;
  cut: number;
  resumed: number;
  stalled: number;
  whole: number;
  left: number;
  latencyS: number | null;
}

export function linkViews(before: Status | null, after: Status): LinkView[] {
  const keys = ["process", "site", "class"];
  const earlier = byKey(before === null ? [] : linkRows(before), ...keys);
  const found = new Map<string, { row: Row; sums: Sums }>();
  for (const row of linkRows(after)) {
    const name = keyOf(row, "site", "class");
    const link = found.get(name) ?? { row, sums: noSums() };
    found.set(name, link);
    const last = earlier.get(keyOf(row, ...keys));
    // As a job ends, other processes are told of as they were before: for no time.
    const isOld = after.ended !== "" && counted.every((name) => rise(last, row, name) === 0);
    addTo(link.sums, isOld ? undefined : last, row);
  }
  return [...found.values()].map(({ row, sums }) => linkOf(row, sums));
}

/** Of sites where the job has summed them up; else of processes. */
function linkRows(status: Status): readonly Row[] {
  const ofSites = rowsOfPanel(status, "site_links");
  if (ofSites.length === 0) return rowsOfPanel(status, "links");
  return ofSites.map((row) => ({ at_s: status.at, ...row }));
}

const counted = ["frames_sent", "frames_received"];

function noSums(): Sums {
  const none = { resent: 0, lost: 0, cut: 0, resumed: 0, stalled: 0, whole: 0, left: 0 };
  return { rates: {}, ...none, latencyS: null };
}

function addTo(sums: Sums, last: Row | undefined, row: Row): void {
  sums.resent += num(row, "frames_resent");
  sums.lost += num(row, "peers_lost");
  sums.cut += num(row, "connections_cut") - num(row, "connections_resumed");
  sums.resumed += num(row, "connections_resumed");
  sums.stalled += rise(last, row, "connections_stalled") ?? 0;
  sums.whole += rise(last, row, "compress_bytes_before") ?? 0;
  sums.left += rise(last, row, "compress_bytes_after") ?? 0;
  sums.latencyS = maybe(row, "latency_s") ?? sums.latencyS;
  for (const [name, counter] of rates) {
    const more = rate(last, row, counter);
    if (more !== null) sums.rates[name] = (sums.rates[name] ?? 0) + more;
  }
}

function linkOf(row: Row, sums: Sums): LinkView {
  return {
    site: text(row, "site"),
    class: text(row, "class"),
    joins: text(row, "joins"),
    chain: text(row, "chain"),
    latencyS: sums.latencyS ?? latencyOfChain(text(row, "chain")),
    outBytes: sums.rates.outBytes ?? null,
    inBytes: sums.rates.inBytes ?? null,
    outFrames: sums.rates.outFrames ?? null,
    inFrames: sums.rates.inFrames ?? null,
    resent: sums.resent,
    cut: sums.cut,
    lost: sums.lost,
    ratio: sums.left > 0 ? sums.whole / sums.left : null,
    state: stateOf(sums),
  };
}

function stateOf(sums: Sums): LinkState {
  if (sums.lost > 0) return "lost";
  if (sums.cut > 0) return "cut";
  if (sums.stalled > 0) return "stalled";
  return sums.resumed > 0 || sums.resent > 0 ? "healed" : "well";
}

const units: Readonly<Record<string, number>> = { s: 1, ms: 1e-3, us: 1e-6, ns: 1e-9 };

/** Seconds that a chain's own device delays: "crypt | delay latency=8ms | tcp" is 0.008. */
export function latencyOfChain(chain: string): number | null {
  const found = /\bdelay\b[^|]*\blatency=([\d.]+)\s*(ns|us|ms|s)/.exec(chain);
  return found === null ? null : Number(found[1]) * units[found[2]!]!;
}

export interface PairView {
  readonly one: string;
  readonly other: string;
  /** That may join them: the link classes that both are joined to other sites by. */
  readonly classes: readonly string[];
  readonly latencyS: number | null;
  /** In both directions together; null where the classes join others, too. */
  readonly bytes: number | null;
  /** Of each one's latency to the other; null where nobody has waited or worked. */
  readonly hiddenOne: number | null;
  readonly hiddenOther: number | null;
  readonly chain: string;
  readonly state: LinkState;
}

const worst: readonly LinkState[] = ["lost", "cut", "stalled", "healed", "well"];

export function pairViews(
  before: Status | null,
  after: Status,
  sites: readonly SiteView[],
  links: readonly LinkView[],
): PairView[] {
  const wide = links.filter((link) => link.joins === "sites");
  const hiddenFrom = hiddenByPair(before, after, sites);
  const pairs: PairView[] = [];
  for (const [i, one] of sites.entries()) {
    for (const other of sites.slice(i + 1)) {
      const { classes, ends } = endsOf(wide, one.site, other.site);
      const state = classes.map((name) =>
        stateOfPair(
          ends.filter((end) => end.class === name),
          sites.length > 2,
        ),
      );
      // A site that hardly did anything hides nothing from anybody.
      const hiddenAt = (site: SiteView, from: SiteView) => {
        if (site.hidden === null) return null;
        const told = hiddenFrom.get(`${site.site}\n${from.site}`);
        return told ?? (sites.length === 2 ? site.hidden : null);
      };
      pairs.push({
        one: one.site,
        other: other.site,
        classes,
        latencyS: most(ends.map((end) => end.latencyS)),
        bytes: sites.length === 2 ? sumOf(ends.map((end) => end.outBytes)) : null,
        hiddenOne: hiddenAt(one, other),
        hiddenOther: hiddenAt(other, one),
        chain: [...new Set(ends.map((end) => end.chain))].join(", "),
        state: worst.find((each) => state.includes(each)) ?? "well",
      });
    }
  }
  return pairs;
}

/** A class joins a pair where both have it. One process may hold several sites: then one row is of
    all of them. */
function endsOf(wide: readonly LinkView[], one: string, other: string) {
  const own = (site: string) => wide.filter((link) => link.site === site);
  const names = new Set(own(one).map((link) => link.class));
  const common = own(other).filter((link) => names.has(link.class));
  const classes = [...new Set(common.map((link) => link.class))];
  if (classes.length > 0) {
    const ends = wide.filter(
      (link) => classes.includes(link.class) && (link.site === one || link.site === other),
    );
    return { classes, ends };
  }
  const alone = wide.filter((link) =>
    wide.every((each) => each === link || each.class !== link.class),
  );
  return { classes: alone.map((link) => link.class), ends: alone };
}

/** What is cut between two is cut at both ends: of more than two sites, what one end alone sees is
    another pair's. */
function stateOfPair(ends: readonly LinkView[], hasOthers: boolean): LinkState {
  const states = ends.map((end) => end.state);
  const order = hasOthers ? [...worst].reverse() : worst;
  return order.find((state) => states.includes(state)) ?? "well";
}

function hiddenByPair(
  before: Status | null,
  after: Status,
  sites: readonly SiteView[],
): Map<string, number | null> {
  const told = rowsOfPanel(after, "site_pairs");
  if (told.length > 0) {
    return new Map(told.map((row) => [keyOf(row, "site", "for_site"), maybe(row, "hidden")]));
  }
  // Of two sites, the other one is all that a site waits for: its own figure is that of the pair.
  if (sites.length === 2 || rowsOfPanel(after, "waited_for_sites").length === 0) return new Map();
  const keys = ["pe", "for_site"];
  const earlier = byKey(before === null ? [] : rowsOfPanel(before, "waited_for_sites"), ...keys);
  const waited = new Map<string, number>();
  for (const row of rowsOfPanel(after, "waited_for_sites")) {
    const seconds = rise(earlier.get(keyOf(row, ...keys)), row, "waited_s") ?? 0;
    const pair = keyOf(row, "site", "for_site");
    waited.set(pair, (waited.get(pair) ?? 0) + seconds);
  }
  const spanS = before === null ? 0 : after.at - before.at;
  const found = new Map<string, number | null>();
  for (const site of sites) {
    const worked = site.shares === null ? 0 : busy(site.shares) * site.pes * spanS;
    const whole = site.pes * spanS;
    for (const other of sites) {
      const seconds = Math.min(waited.get(`${site.site}\n${other.site}`) ?? 0, whole - worked);
      if (spanS > 0) found.set(`${site.site}\n${other.site}`, hiddenOf(worked, seconds));
    }
  }
  return found;
}

function most(values: readonly (number | null)[]): number | null {
  return values.reduce((one, other) => (one === null || (other ?? 0) > one ? other : one), null);
}

function sumOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) : null;
}
