// page/src/view/happened.ts: what happened, newest first; a line leads to its moment.
import { html } from "htm/preact";
import type { Happening, HappeningKind } from "../model/happenings.ts";
import { durationText } from "../model/words.ts";
import type { Store } from "../store.ts";
import { Panel } from "./panel.ts";

const shown = 200;

const names: Readonly<Record<HappeningKind, string>> = {
  link: "link",
  balancing: "balancing",
  membership: "processes",
  checkpoint: "checkpoint",
  phase: "phase",
  silent: "silent",
  request: "you",
  end: "end",
};

export function Happened({ store }: { store: Store }) {
  const { happenings, moments } = store.history;
  const first = moments[0]?.at ?? 0;
  const now = moments[store.index]?.at ?? 0;
  const known = happenings.filter((each) => each.at <= now);
  const lines = known.slice(-shown).reverse();
  const note =
    known.length > shown
      ? `The last ${shown} of ${known.length}.`
      : known.length === 0
        ? "Nothing yet: cut and healed links, balancing steps, checkpoints and the like come here."
        : undefined;
  return html`<${Panel} id="happened" title="What happened" note=${note}>
    <ol class="log" tabindex=${lines.length > 0 ? 0 : -1}>
      ${lines.map((each) => html`<${Line} happening=${each} first=${first} store=${store} />`)}
    </ol>
  <//>`;
}

function Line(props: { happening: Happening; first: number; store: Store }) {
  const { at, kind, text, isBad } = props.happening;
  const time = durationText(Math.max(0, at - props.first));
  return html`<li class=${isBad ? "bad" : ""}>
    <button class="small" onClick=${() => props.store.seekTime(at)} title="show this moment">
      ${time}
    </button>
    <span class="kind">${names[kind]}</span> ${text}
  </li>`;
}
