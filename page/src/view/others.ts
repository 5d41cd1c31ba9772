// page/src/view/others.ts: panels of a status that the page does not know, as they are.
import { html } from "htm/preact";
import { text, type Row } from "../model/status.ts";
import type { View } from "../model/view.ts";
import { numberText } from "../model/words.ts";
import { Panel } from "./panel.ts";
import { Table, type Column } from "./table.ts";

const known = new Set([
  "pes",
  "waited_for_sites",
  "waits",
  "program",
  "results",
  "pictures",
  "links",
  "processes",
  "balancing_steps",
  "membership",
  "checkpoints",
  "spread",
  "site_pairs",
  "site_links",
  "site_pes",
  "site_processes",
  "entries",
  "arrays",
]);
const columnsMost = 16;

export function Others({ view }: { view: View }) {
  const panels = Object.entries(view.status.panels).filter(([name]) => !known.has(name));
  return panels.map(([name, rows]) => {
    const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))].slice(0, columnsMost);
    const columns: Column<Row>[] = keys.map((key) => ({
      name: key.replaceAll("_", " "),
      cell: (row) => {
        const value = row[key];
        return typeof value === "number" ? numberText(value) : text(row, key);
      },
      isNumber: typeof rows[0]?.[key] === "number",
    }));
    const bound = view.status.bounds[name];
    const note = bound && `${numberText(bound.told)} of ${numberText(bound.of)} rows.`;
    return html`<${Panel}
      key=${name}
      id="panel-${name}"
      title=${name.replaceAll("_", " ")}
      note=${note}
    >
      <${Table} label=${name} columns=${columns} rows=${rows} />
    <//>`;
  });
}
