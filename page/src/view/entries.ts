// page/src/view/entries.ts: the busiest entry methods, and the arrays with their objects.
import { html } from "htm/preact";
import { byKey, keyOf, rise } from "../model/difference.ts";
import { maybe, num, rowsOfPanel, text, type Row } from "../model/status.ts";
import type { View } from "../model/view.ts";
import { bytesText, durationText, numberText, percentText } from "../model/words.ts";
import { Panel } from "./panel.ts";
import { Table, type Column } from "./table.ts";

interface Entry {
  readonly row: Row;
  /** Of all PEs' time since the answer before; null where that cannot be told. */
  readonly share: number | null;
}

const columns: readonly Column<Entry>[] = [
  { name: "array", cell: ({ row }) => text(row, "array") },
  { name: "entry method", cell: ({ row }) => html`<code>${text(row, "entry")}</code>` },
  { name: "now", cell: ({ share }) => percentText(share), isNumber: true },
  { name: "in all", cell: ({ row }) => durationText(maybe(row, "time_s")), isNumber: true },
  { name: "calls", cell: ({ row }) => numberText(num(row, "calls")), isNumber: true },
  {
    name: "mean",
    cell: ({ row }) =>
      durationText(num(row, "calls") > 0 ? num(row, "time_s") / num(row, "calls") : null),
    isNumber: true,
  },
  { name: "longest", cell: ({ row }) => durationText(maybe(row, "longest_s")), isNumber: true },
  {
    name: "awaited from others",
    cell: ({ row }) => durationText(maybe(row, "waited_other_sites_s")),
    isNumber: true,
  },
];

const arrayColumns: readonly Column<Row>[] = [
  { name: "array", cell: (row) => text(row, "array") },
  { name: "objects", cell: (row) => numberText(num(row, "objects")), isNumber: true },
  {
    name: "on a PE",
    cell: (row) => `${numberText(num(row, "least"))} to ${numberText(num(row, "most"))}`,
    isNumber: true,
  },
  { name: "on PEs", cell: (row) => numberText(num(row, "pes")), isNumber: true },
  { name: "bytes", cell: (row) => bytesText(maybe(row, "object_bytes")), isNumber: true },
  { name: "moved", cell: (row) => numberText(num(row, "moved")), isNumber: true },
];

export function Entries({ view }: { view: View }) {
  const rows = rowsOfPanel(view.status, "entries");
  if (rows.length === 0) return null;
  const earlier = byKey(
    view.before === null ? [] : rowsOfPanel(view.before, "entries"),
    "array",
    "entry",
  );
  const wholeS = view.intervalS * view.status.peCount;
  const entries = rows.map((row) => {
    const tookS = rise(earlier.get(keyOf(row, "array", "entry")), row, "time_s");
    return { row, share: tookS !== null && wholeS > 0 ? tookS / wholeS : null };
  });
  entries.sort((one, other) => (other.share ?? 0) - (one.share ?? 0));
  return html`<${Panel} id="entries" title="Busiest entry methods" size="wide">
    <${Table} label="entry methods" columns=${columns} rows=${entries} />
  <//>`;
}

export function Arrays({ view }: { view: View }) {
  const rows = rowsOfPanel(view.status, "arrays");
  if (rows.length === 0) return null;
  return html`<${Panel} id="arrays" title="Arrays">
    <${Table} label="arrays" columns=${arrayColumns} rows=${rows} />
  <//>`;
}
