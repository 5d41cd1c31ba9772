// page/src/view/balancing.ts: the load balancer's steps: what was moved, why, what it gained.
import { html } from "htm/preact";
import { gainText, whyText } from "../model/happenings.ts";
import { maybe, num, rowsOfPanel, text, type Row } from "../model/status.ts";
import type { View } from "../model/view.ts";
import { bytesText, durationText, numberText } from "../model/words.ts";
import { Panel } from "./panel.ts";
import { Table, type Column } from "./table.ts";

const columns: readonly Column<Row>[] = [
  { name: "step", cell: (row) => text(row, "number"), isNumber: true },
  { name: "strategy", cell: (row) => text(row, "strategy") },
  {
    name: "moved",
    cell: (row) => `${numberText(num(row, "moved"))} of ${numberText(num(row, "objects"))}`,
    isNumber: true,
  },
  { name: "bytes", cell: (row) => bytesText(maybe(row, "moved_bytes")), isNumber: true },
  { name: "most loaded", cell: (row) => durationText(maybe(row, "load_max_s")), isNumber: true },
  { name: "mean", cell: (row) => durationText(maybe(row, "load_mean_s")), isNumber: true },
  {
    name: "expected",
    cell: (row) => durationText(maybe(row, "expected_load_max_s")),
    isNumber: true,
  },
  {
    name: "measured",
    cell: (row) => durationText(maybe(row, "measured_load_max_s")),
    isNumber: true,
  },
  { name: "gained", cell: (row) => gainText(row), isNumber: true },
];

export function Balancing({ view }: { view: View }) {
  const steps = [...rowsOfPanel(view.status, "balancing_steps")].reverse();
  if (steps.length === 0) return null;
  return html`<${Panel} id="balancing" title="Load balancing" size="wide">
    <${Table} label="balancing steps" columns=${columns} rows=${steps} below=${whyText} />
  <//>`;
}
