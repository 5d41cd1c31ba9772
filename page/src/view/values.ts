// page/src/view/values.ts: the numbers that the program has reported.
import { html } from "htm/preact";
import { rowsOfPanel, text, type Row } from "../model/status.ts";
import type { View } from "../model/view.ts";
import { numberText } from "../model/words.ts";
import { Panel } from "./panel.ts";
import { Table, type Column } from "./table.ts";

const columns: readonly Column<Row>[] = [
  { name: "name", cell: (row) => text(row, "name") },
  {
    name: "value",
    cell: (row) => (typeof row.value === "number" ? numberText(row.value) : text(row, "value")),
    isNumber: true,
  },
];

export function Values({ view }: { view: View }) {
  const rows = rowsOfPanel(view.status, "results");
  if (rows.length === 0) return null;
  return html`<${Panel} id="values" title="The program's own values">
    <${Table} label="values" columns=${columns} rows=${rows} />
  <//>`;
}
