// page/src/view/head.ts: which job this is, how far it is, how it is reached, what the page can do.
import { html } from "htm/preact";
import type { Store } from "../store.ts";
import { countText, durationText, numberText, percentText } from "../model/words.ts";
import type { ProgramView } from "../model/program.ts";

interface HeadProps {
  readonly store: Store;
  readonly theme: string;
  readonly onTheme: () => void;
  readonly onOpen: () => void;
}

export function Head({ store, theme, onTheme, onOpen }: HeadProps) {
  const { view } = store;
  return html`<header>
    <div class="name">
      <h1>${view?.status.job || "Isthmus"}</h1>
      ${
        view !== null &&
        html`<p>
          ${view.status.program} · ${countText(view.status.peCount, "PE", "PEs")},${" "}
          ${countText(view.sites.length, "site", "sites")}
        </p>`
      }
    </div>
    ${view?.program && html`<${Progress} program=${view.program} />`}
    <p role="status" id="notice" class=${store.isBad ? "bad" : ""}>
      ${store.notice || modeOf(store)}
    </p>
    <div class="tools">
      ${
        store.history.length > 0 &&
        html`<button onClick=${() => save(store)} title="as a file that this page opens">
          Save
        </button>`
      }
      <button onClick=${onOpen}>Open</button>
      <button onClick=${onTheme} title="light, dark, or as the system has it">
        Theme: ${theme}
      </button>
    </div>
  </header>`;
}

function modeOf(store: Store): string {
  if (store.mode === "replay") return "a recording";
  if (store.mode === "live") return store.isPlaying ? "live" : "live, held";
  return "";
}

function Progress({ program }: { program: ProgramView }) {
  const { phase, done, of, leftS, inPhaseS } = program;
  const share = done !== null && of ? Math.min(1, done / of) : null;
  const words = [
    phase,
    done !== null && of !== null ? `${numberText(done)} of ${numberText(of)}` : "",
    share === null ? "" : `(${percentText(share)})`,
  ].filter((word) => word !== "");
  const rest = leftS !== null ? `${durationText(leftS)} left` : "";
  const since = inPhaseS !== null ? `for ${durationText(inPhaseS)}` : "";
  return html`<div class="progress" id="progress">
    <p>${words.join(" ")} <small>${[rest, since].filter(Boolean).join(", ")}</small></p>
    ${share !== null && html`<progress max="1" value=${share} aria-label="how far"></progress>`}
  </div>`;
}

function save(store: Store): void {
  const lines = store.history.lines.map((line) => `${line}\n`);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(lines, { type: "application/jsonl" }));
  link.download = `${store.view?.status.job || "isthmus"}.jsonl`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
