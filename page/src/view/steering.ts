// page/src/view/steering.ts: what can be changed in the job, and what came of it.
import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";
import type { Live } from "../live.ts";
import type { Verb } from "../model/status.ts";
import type { Store } from "../store.ts";
import { Panel } from "./panel.ts";

/** These have controls of their own, which ask twice or wait until it is done. */
const ownControls = ["leave", "stop"];

export function Steering({ store, live }: { store: Store; live: Live }) {
  const verbs = store.verbs.filter((verb) => !ownControls.includes(verb.name));
  // A job that has the same processes to its end, and one in virtual time, would refuse.
  const mayLose = store.verbs.some((verb) => verb.name === "leave");
  return html`<${Panel} id="steering" title="Steering" size="wide">
    <div class="verbs">
      ${verbs.map((verb) => html`<${Control} key=${verb.name} verb=${verb} live=${live} />`)}
      ${mayLose && html`<${Leave} live=${live} />`}
      <${Stop} live=${live} />
    </div>
    <h3>Asked and answered</h3>
    ${store.answered.length === 0 && html`<p class="note">Nothing yet.</p>`}
    <ol class="log" id="answers" aria-live="polite">
      ${store.answered.map(
        (each) =>
          html`<li class=${each.isOk ? "" : "bad"}>
            <time>${each.at}</time> <strong>${each.request}</strong>: ${each.answer}
          </li>`,
      )}
    </ol>
  <//>`;
}

function Control({ verb, live }: { verb: Verb; live: Live }) {
  const [text, setText] = useState(verb.value ?? "");
  const [isAsking, setAsking] = useState(false);
  // Somebody else may have changed it, or the job has said no.
  useEffect(() => setText(verb.value ?? ""), [verb.value]);
  const id = `set-${verb.name}`;
  const isAction = verb.kind === "action";
  const onSubmit = async (event: Event) => {
    event.preventDefault();
    setAsking(true);
    const request = { request: "set", name: verb.name, value: text };
    await live.steer(request, isAction ? `${verb.name} ${text}` : `${verb.name} = ${text}`);
    setAsking(false);
  };
  const effect = verb.takes_effect === "at once" ? "" : ` Takes effect ${verb.takes_effect}.`;
  const of = verb.of === "each process" ? " In all processes." : "";
  return html`<form class="verb" onSubmit=${onSubmit}>
    <label for=${id}>${verb.name} <small>${verb.metavar}</small></label>
    <${Field} id=${id} verb=${verb} text=${text} onText=${setText} />
    <button disabled=${isAsking}>${isAction ? "Do" : "Set"}</button>
    <p id="${id}-what">
      ${verb.what}${effect}${of}
      ${!isAction && html`<span class="now"> Now: <b>${verb.value || "-"}</b></span>`}
    </p>
  </form>`;
}

interface FieldProps {
  readonly id: string;
  readonly verb: Verb;
  readonly text: string;
  readonly onText: (text: string) => void;
}

function Field({ id, verb, text, onText }: FieldProps) {
  const onInput = (event: Event) => onText((event.target as HTMLInputElement).value);
  const common = { id, onInput, "aria-describedby": `${id}-what` };
  const choices = verb.choices ?? [];
  if (verb.kind === "choice") {
    const all = choices.includes(text) ? choices : [text, ...choices];
    return html`<select ...${common}>
      ${all.map((each) => html`<option selected=${each === text}>${each}</option>`)}
    </select>`;
  }
  if (verb.kind === "number") {
    return html`<input
      ...${common}
      type="number"
      step=${verb.whole ? 1 : "any"}
      min=${verb.least ?? undefined}
      max=${verb.most ?? undefined}
      value=${text}
    />`;
  }
  return html`<input ...${common} type="text" list="${id}-list" value=${text} autocomplete="off" />
    ${
      choices.length > 0 &&
      html`<datalist id="${id}-list">
        ${choices.map((each) => html`<option value=${each} />`)}
      </datalist>`
    }`;
}

function Leave({ live }: { live: Live }) {
  const [rank, setRank] = useState("");
  const [isSure, setSure] = useState(false);
  const onSubmit = (event: Event) => {
    event.preventDefault();
    void live.steer({ request: "leave", process: rank }, `process ${rank} leaves`);
  };
  const end = () => {
    setSure(false);
    void live.steer({ request: "stop", process: rank }, `process ${rank} ends`);
  };
  const onInput = (event: Event) => setRank((event.target as HTMLInputElement).value);
  return html`<form class="verb" onSubmit=${onSubmit}>
    <label for="leave">leave <small>PROCESS</small></label>
    <input id="leave" type="number" min="0" step="1" required value=${rank} onInput=${onInput} />
    <button>Let go</button>
    ${
      isSure
        ? html`<button type="button" class="danger" onClick=${end}>Yes, end process ${rank}</button>
            <button type="button" onClick=${() => setSure(false)}>No</button>`
        : html`<button
            type="button"
            id="end"
            disabled=${rank === ""}
            onClick=${() => setSure(true)}
          >
            End …
          </button>`
    }
    <p>
      A process leaves at the job's next point; its objects go to others. One that is ended does not
      wait for that, and what was done since the last checkpoint is done again.
    </p>
  </form>`;
}

/** Twice, so that no slip of a hand ends a job. */
function Stop({ live }: { live: Live }) {
  const [isSure, setSure] = useState(false);
  const stop = () => {
    setSure(false);
    void live.steer({ request: "stop" }, "stop");
  };
  return html`<div class="verb">
    <span>stop</span>
    ${
      isSure
        ? html`<button class="danger" onClick=${stop}>Yes, end the job</button>
            <button onClick=${() => setSure(false)}>No</button>`
        : html`<button id="stop" onClick=${() => setSure(true)}>Stop …</button>`
    }
    <p>All processes of the job end in order; what is written at a good end is not.</p>
  </div>`;
}
