// page/src/view/legend.ts: what the colours of time stand for.
import { html } from "htm/preact";
import { partColours } from "../draw/colours.ts";
import { partNames, parts } from "../model/shares.ts";

export function Legend() {
  return html`<ul class="legend">
    ${parts.map(
      (part) => html`<li><i style="background:${partColours[part]}"></i>${partNames[part]}</li>`,
    )}
  </ul>`;
}
