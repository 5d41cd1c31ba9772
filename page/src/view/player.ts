// page/src/view/player.ts: which moment is shown: play, pause, step, speed, and a slider.
import { html } from "htm/preact";
import { useEffect } from "preact/hooks";
import { durationText } from "../model/words.ts";
import type { Store } from "../store.ts";

const speeds = [0.25, 1, 4, 16, 64];

export function Player({ store }: { store: Store }) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => keyed(store, event);
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [store]);
  const { history, index, isPlaying, mode, speed } = store;
  const { moments } = history;
  const first = moments[0];
  const here = moments[index];
  const last = moments[moments.length - 1];
  if (first === undefined || here === undefined || last === undefined) return null;
  const resume = mode === "live" ? "Live" : "Play";
  const words = `${durationText(here.at - first.at)} of ${durationText(last.at - first.at)}`;
  return html`<nav class="player" aria-label="moments">
    <button id="play" onClick=${() => toggle(store)}>${isPlaying ? "Pause" : resume}</button>
    <button onClick=${() => store.seek(index - 1)} aria-label="one answer back">◂ Step</button>
    <button onClick=${() => store.seek(index + 1)} aria-label="one answer on">Step ▸</button>
    <input
      id="slider"
      type="range"
      min="0"
      max=${moments.length - 1}
      value=${index}
      aria-label="moment"
      aria-valuetext=${words}
      onInput=${(event: Event) => store.seek(Number((event.target as HTMLInputElement).value))}
    />
    <output id="moment">${words}</output>
    ${
      mode === "replay" &&
      html`<label>
        Speed${" "}
        <select
          id="speed"
          onChange=${(event: Event) =>
            store.setSpeed(Number((event.target as HTMLSelectElement).value))}
        >
          ${speeds.map(
            (each) => html`<option value=${each} selected=${each === speed}>${each} ×</option>`,
          )}
        </select>
      </label>`
    }
  </nav>`;
}

function toggle(store: Store): void {
  if (store.isPlaying) store.pause();
  else store.play();
}

/** Keys of the whole page, where no control has use for them. */
function keyed(store: Store, event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (/^(INPUT|SELECT|TEXTAREA|BUTTON|CANVAS)$/.test(target.tagName)) return;
  if (event.key === " ") toggle(store);
  else if (event.key === "ArrowLeft") store.seek(store.index - 1);
  else if (event.key === "ArrowRight") store.seek(store.index + 1);
  else if (event.key === "Home") store.seek(0);
  else if (event.key === "End") store.seek(store.history.length - 1);
  else return;
  event.preventDefault();
}
