// page/src/view/table.ts: rows with headings; long ones are shown in part, which is said.
import { html } from "htm/preact";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

export interface Column<Item> {
  readonly name: string;
  readonly cell: (item: Item) => ComponentChildren;
  readonly isNumber?: boolean;
}

export interface TableProps<Item> {
  readonly label: string;
  readonly columns: readonly Column<Item>[];
  readonly rows: readonly Item[];
  /** So many at first. */
  readonly most?: number;
  /** What a row has to say that is too long for a column. */
  readonly below?: (item: Item) => ComponentChildren;
}

export function Table<Item>({ label, columns, rows, most = 12, below }: TableProps<Item>) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? rows.slice(0, 1000) : rows.slice(0, most);
  const kind = (column: Column<Item>) => (column.isNumber ? "number" : "");
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${label}>
      <table>
        <thead>
          <tr>
            ${columns.map((each) => html`<th scope="col" class=${kind(each)}>${each.name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${shown.map(
            (row) =>
              html`<tr class=${below && "above"}>
                  ${columns.map(
                    (column) => html`<td class=${kind(column)}>${column.cell(row)}</td>`,
                  )}
                </tr>
                ${
                  below &&
                  html`<tr class="below">
                    <td colspan=${columns.length}>${below(row)}</td>
                  </tr>`
                }`,
          )}
        </tbody>
      </table>
    </div>
    ${
      rows.length > most &&
      html`<p class="note">
        ${shown.length.toLocaleString("en-US")} of ${rows.length.toLocaleString("en-US")} rows
        <button class="small" onClick=${() => setWhole(!isWhole)}>
          ${isWhole ? "show fewer" : "show more"}
        </button>
      </p>`
    }`;
}
