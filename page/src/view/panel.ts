// page/src/view/panel.ts: the frame of a panel.
import { html } from "htm/preact";
import type { ComponentChildren } from "preact";

export interface PanelProps {
  readonly id: string;
  readonly title: string;
  readonly note?: string;
  readonly size?: "wide" | "whole";
  readonly children?: ComponentChildren;
}

export function Panel({ id, title, note, size, children }: PanelProps) {
  return html`<section id=${id} class="panel ${size ?? ""}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title}</h2>
    ${note && html`<p class="note">${note}</p>`} ${children}
  </section>`;
}
