// page/src/view/waits.ts: who waits for what and since when, and PEs that do not answer.
import { html } from "htm/preact";
import { useState } from "preact/hooks";
import type { Live } from "../live.ts";
import { NoStatus, num, readAnswer, rowsOfPanel, text, type Row } from "../model/status.ts";
import type { View } from "../model/view.ts";
import { durationText, numberText } from "../model/words.ts";
import { Panel } from "./panel.ts";
import { Table, type Column } from "./table.ts";

interface Wait {
  readonly pe: string;
  readonly who: string;
  readonly awaits: string;
  readonly forS: number | null;
}

const columns: readonly Column<Wait>[] = [
  { name: "who", cell: (wait) => wait.who },
  { name: "waits for", cell: (wait) => wait.awaits },
  { name: "on PE", cell: (wait) => wait.pe, isNumber: true },
  { name: "for", cell: (wait) => durationText(wait.forS), isNumber: true },
];

const silentColumns: readonly Column<Row>[] = [
  { name: "PE", cell: (row) => text(row, "pe"), isNumber: true },
  { name: "site", cell: (row) => text(row, "site") },
  { name: "asked", cell: (row) => `${durationText(num(row, "for_s"))} ago`, isNumber: true },
];

function waitOf(row: Row): Wait {
  return {
    pe: text(row, "pe"),
    who: text(row, "who") || text(row, "kind"),
    awaits: text(row, "awaits") || text(row, "text"),
    forS: typeof row.since_s === "number" ? num(row, "at_s") - row.since_s : null,
  };
}

export function Waits({ view, live }: { view: View; live: Live | null }) {
  const [report, setReport] = useState<readonly Wait[] | string | null>(null);
  const waits = rowsOfPanel(view.status, "waits").map(waitOf);
  const longest = [...waits].sort((one, other) => (other.forS ?? 0) - (one.forS ?? 0));
  const { silent, bounds } = view.status;
  const silentCount = bounds.silent?.of ?? silent.length;
  const bound = bounds.waits;
  const note =
    bound && `${numberText(bound.told)} of ${numberText(bound.of)}: those that wait longest.`;
  const ask = async () => {
    const answer = await live!.ask({ request: "waits" });
    setReport(answer.ok ? reportOf(answer) : (answer.error ?? "refused"));
  };
  return html`<${Panel} id="waits" title="Who waits for what" note=${note}>
    ${
      silent.length > 0 &&
      html`<p class="bad">
          ${
            silentCount === 1
              ? "1 PE does not answer: it is in a long entry method, or out of reach."
              : `${numberText(silentCount)} PEs do not answer: they are in a long entry method,` +
                ` or out of reach.`
          }
        </p>
        <${Table}
          label="PEs that do not answer"
          columns=${silentColumns}
          rows=${silent}
          most=${6}
        />`
    }
    ${
      longest.length > 0
        ? html`<${Table} label="who waits" columns=${columns} rows=${longest} most=${8} />`
        : html`<p class="note">No coroutine waits.</p>`
    }
    ${live !== null && html`<button onClick=${ask}>Ask everybody</button>`}
    ${typeof report === "string" && html`<p class="bad">${report}</p>`}
    ${
      report !== null &&
      typeof report !== "string" &&
      html`<${Table} label="all that wait" columns=${columns} rows=${report} most=${20} />`
    }
  <//>`;
}

function reportOf(answer: unknown): readonly Wait[] | string {
  try {
    return rowsOfPanel(readAnswer(JSON.stringify(answer)), "waits").map(waitOf);
  } catch (problem) {
    if (problem instanceof NoStatus) return problem.message;
    throw problem;
  }
}
