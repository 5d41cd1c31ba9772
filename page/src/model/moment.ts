// page/src/model/moment.ts: what is kept of each answer for what is drawn over time.
import type { Shares } from "./shares.ts";
import { num, rowsOfPanel, text } from "./status.ts";
import type { View } from "./view.ts";

/** Of more PEs none is kept by itself. */
export const pesKept = 256;

export interface Moment {
  readonly at: number;
  readonly sites: ReadonlyMap<string, { shares: Shares | null; hidden: number | null }>;
  readonly pes: ReadonlyMap<number, Shares>;
  /** Of the same PEs: how many objects are there, and how many have left. */
  readonly objects: ReadonlyMap<number, { here: number; left: number }>;
  /** Bytes a second that leave sites, by link class. */
  readonly out: ReadonlyMap<string, number>;
  /** Null where no process says it. */
  readonly residentBytes: number | null;
  readonly results: ReadonlyMap<string, number>;
}

export function momentOf(view: View): Moment {
  const pes = new Map<number, Shares>();
  const objects = new Map<number, { here: number; left: number }>();
  if (view.pes.length <= pesKept) {
    for (const pe of view.pes) {
      if (pe.shares !== null) pes.set(pe.pe, pe.shares);
      objects.set(pe.pe, { here: pe.objects, left: pe.migrations });
    }
  }
  const out = new Map<string, number>();
  const wide = view.links.filter((link) => link.joins === "sites");
  // As a job ends, it may not be known what all sites sent last, and half a sum would be wrong.
  const isKnown = view.status.ended === "" || wide.every((link) => link.outBytes !== null);
  for (const link of isKnown ? wide : []) {
    if (link.outBytes !== null) {
      out.set(link.class, (out.get(link.class) ?? 0) + link.outBytes);
    }
  }
  const results = rowsOfPanel(view.status, "results").flatMap((row) =>
    typeof row.value === "number" ? [[text(row, "name"), row.value] as const] : [],
  );
  return {
    at: view.status.at,
    sites: new Map(view.sites.map((site) => [site.site, site])),
    pes,
    objects,
    out,
    residentBytes: residentBytes(view),
    results: new Map(results),
  };
}

function residentBytes(view: View): number | null {
  const spread = rowsOfPanel(view.status, "spread").filter(
    (row) => text(row, "figure") === "resident_bytes",
  );
  if (spread.length > 0) return spread.reduce((sum, row) => sum + num(row, "sum"), 0);
  const told = view.processes.flatMap((process) => process.residentBytes ?? []);
  return told.length === 0 ? null : told.reduce((sum, bytes) => sum + bytes, 0);
}
