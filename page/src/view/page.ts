// page/src/view/page.ts: the whole page.
import { html } from "htm/preact";
import { useEffect, useLayoutEffect, useReducer, useRef } from "preact/hooks";
import type { Live } from "../live.ts";
import type { Store } from "../store.ts";
import { Balancing } from "./balancing.ts";
import { Bars } from "./bars.ts";
import { Arrays, Entries } from "./entries.ts";
import { Grid } from "./grid.ts";
import { Happened } from "./happened.ts";
import { Head } from "./head.ts";
import { Heat } from "./heat.ts";
import { Members } from "./members.ts";
import { Others } from "./others.ts";
import { Overtime } from "./overtime.ts";
import { Pictures } from "./pictures.ts";
import { Player } from "./player.ts";
import { Steering } from "./steering.ts";
import { useTheme } from "./theme.ts";
import { Values } from "./values.ts";
import { Waits } from "./waits.ts";

interface PageProps {
  readonly store: Store;
  /** Null where there is no job behind the page. */
  readonly live: Live | null;
  readonly onFile: (file: File) => void;
}

export function Page({ store, live, onFile }: PageProps) {
  const [, again] = useReducer((count: number) => count + 1, 0);
  useEffect(() => store.subscribe(() => again(0)), [store]);
  const [theme, colours, nextTheme] = useTheme();
  const chooser = useRef<HTMLInputElement>(null);
  const drawn = useFrameTime(store);
  const { view } = store;
  const chosen = () => {
    const file = chooser.current?.files?.[0];
    if (file) onFile(file);
  };
  const open = () => chooser.current!.click();
  const moments = store.history.moments.slice(0, store.index + 1);
  const steered = store.mode === "live" ? live : null;
  return html`<a class="skip" href="#main">To the panels</a>
    <${Head} store=${store} theme=${theme} onTheme=${nextTheme} onOpen=${open} />
    <${Player} store=${store} />
    <input type="file" ref=${chooser} onChange=${chosen} hidden aria-label="a recording" />
    <main id="main" tabindex="-1">
      ${
        view === null
          ? html`<${Welcome} store=${store} onOpen=${open} />`
          : html`<${Grid} view=${view} />
              <${Bars} view=${view} moments=${moments} />
              <${Heat} view=${view} moments=${moments} />
              <${Happened} store=${store} />
              <${Overtime} moments=${store.history.moments} now=${store.index} theme=${colours} />
              ${steered !== null && html`<${Steering} store=${store} live=${steered} />`}
              <${Balancing} view=${view} />
              <${Entries} view=${view} />
              <${Waits} view=${view} live=${steered} />
              <${Members} view=${view} />
              <${Arrays} view=${view} />
              <${Values} view=${view} />
              <${Pictures} view=${view} />
              <${Others} view=${view} />`
      }
    </main>
    <footer>
      <p>
        Keys: Tab from control to control; where none has use for them, space plays and holds, ← →
        step, Home and End go to the ends. <span id="drawn" ref=${drawn}></span>
      </p>
    </footer>`;
}

function Welcome({ store, onOpen }: { store: Store; onOpen: () => void }) {
  if (store.mode !== "empty") return null;
  return html`<div class="welcome">
    <p>
      A recording of a job is what <code>isthmus watch JOB --json</code> writes, and this page
      saves.
    </p>
    <button onClick=${onOpen}>Open a recording</button>
    <p>Or drop the file here.</p>
  </div>`;
}

/** How long the page took to draw what is shown now, told in its last line. */
function useFrameTime(store: Store) {
  const place = useRef<HTMLSpanElement>(null);
  const began = performance.now();
  useLayoutEffect(() => {
    const ms = performance.now() - began + store.readMs;
    if (place.current) {
      place.current.textContent = `Drawn in ${ms.toFixed(0)} ms.`;
      place.current.dataset.ms = ms.toFixed(1);
    }
  });
  return place;
}
