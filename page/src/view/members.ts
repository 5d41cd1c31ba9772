// page/src/view/members.ts: the processes of the job: their memory, who came and went, checkpoints.
import { html } from "htm/preact";
import { maybe, num, rowsOfPanel, text, type Row } from "../model/status.ts";
import type { ProcessView, View } from "../model/view.ts";
import { bytesText, countText, durationText, numberText } from "../model/words.ts";
import { Panel } from "./panel.ts";
import { Table, type Column } from "./table.ts";

const columns: readonly Column<ProcessView>[] = [
  { name: "process", cell: (process) => process.process, isNumber: true },
  { name: "site", cell: (process) => process.site },
  { name: "host", cell: (process) => process.host },
  { name: "memory", cell: (process) => bytesText(process.residentBytes), isNumber: true },
  { name: "at most", cell: (process) => bytesText(process.peakBytes), isNumber: true },
  { name: "messages", cell: (process) => bytesText(process.messageBytes), isNumber: true },
  {
    name: "CPUs",
    cell: (process) => (process.processors === null ? "-" : process.processors.toFixed(2)),
    isNumber: true,
  },
];

export function Members({ view }: { view: View }) {
  const { bounds } = view.status;
  const bound = bounds.processes;
  const hasMessages = view.processes.some((process) => process.messageBytes !== null);
  const hasMemory = view.processes.some((process) => process.residentBytes !== null);
  const absent = [
    ...(hasMessages ? [] : ["messages"]),
    ...(hasMemory ? [] : ["memory", "at most"]),
  ];
  const shown = columns.filter((column) => !absent.includes(column.name));
  const which = hasMemory ? "those of most memory" : "the first";
  const note = bound && `${numberText(bound.told)} of ${numberText(bound.of)} processes: ${which}.`;
  const membership = rowsOfPanel(view.status, "membership")[0];
  const checkpoints = rowsOfPanel(view.status, "checkpoints")[0];
  return html`<${Panel}
    id="processes"
    title=${hasMemory ? "Processes and memory" : "Processes"}
    note=${note}
    size="wide"
  >
    ${membership && html`<p id="membership">${membershipWords(membership)}</p>`}
    ${checkpoints && html`<p id="checkpoints">${checkpointWords(checkpoints)}</p>`}
    <${Table} label="processes" columns=${shown} rows=${view.processes} />
  <//>`;
}

function membershipWords(row: Row): string {
  const words = [
    `Epoch ${numberText(num(row, "epoch"))}, ` +
      countText(num(row, "processes"), "process", "processes"),
  ];
  for (const [key, word] of [
    ["lost", "lost"],
    ["left", "left"],
    ["come", "came"],
  ] as const) {
    if (text(row, key)) words.push(`${word}: ${text(row, key)}`);
  }
  return words.join("; ");
}

function checkpointWords(row: Row): string {
  const count = num(row, "count");
  const under = num(row, "is_under_way") > 0 ? " One is under way." : "";
  if (count === 0) return `No checkpoint yet.${under}`;
  const at = num(row, "at_s") - num(row, "taken_s");
  return (
    `Checkpoints: ${numberText(count)}. The last one, number ${text(row, "number")}, was taken` +
    ` ${durationText(at)} ago: ${bytesText(maybe(row, "bytes"))}, the job stood still for` +
    ` ${durationText(maybe(row, "stopped_s"))}, written after` +
    ` ${durationText(maybe(row, "written_s"))}.${under}`
  );
}
