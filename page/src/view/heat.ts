// page/src/view/heat.ts: a cell for each PE, in the colour of one of its figures.
import { html } from "htm/preact";
import { useState } from "preact/hooks";
import { useCanvas } from "../draw/canvas.ts";
import { drawCells, type Layout } from "../draw/cells.ts";
import { scaleColour, scaleStops, styleValue } from "../draw/colours.ts";
import type { Moment } from "../model/moment.ts";
import { movedAgo } from "../model/moved.ts";
import { pesTold, type PeView } from "../model/pes.ts";
import { histogram, spreadOf } from "../model/spread.ts";
import type { View } from "../model/view.ts";
import { countText, durationText, numberText, percentText } from "../model/words.ts";
import { Panel } from "./panel.ts";

interface Figure {
  readonly name: string;
  readonly of: (pe: PeView, ago: ReadonlyMap<number, number>) => number | null;
  readonly words: (value: number) => string;
  /** Where the scale ends; else at the most that there is. */
  readonly most?: number;
}

const figures: readonly Figure[] = [
  { name: "work", of: (pe) => pe.shares?.entry ?? null, words: percentText, most: 1 },
  { name: "objects", of: (pe) => pe.objects, words: numberText },
  { name: "border objects", of: (pe) => pe.border, words: numberText },
  { name: "objects moved, ago", of: (pe, ago) => ago.get(pe.pe) ?? null, words: durationText },
  { name: "messages that wait", of: (pe) => pe.queued, words: numberText },
  {
    name: "waits for other sites",
    of: (pe) => pe.shares?.waited_other_sites ?? null,
    words: percentText,
    most: 1,
  },
  { name: "messages/s", of: (pe) => pe.messagesPerS, words: numberText },
];

const none: ReadonlyMap<number, number> = new Map();

// In the page's points.
const heightMost = 240;
const cellMost = 48;

interface HeatProps {
  readonly view: View;
  /** Those up to the one that is shown. */
  readonly moments: readonly Moment[];
}

export function Heat({ view, moments }: HeatProps) {
  const [name, setName] = useState(figures[0]!.name);
  const [chosen, setChosen] = useState(0);
  const figure = figures.find((each) => each.name === name)!;
  const { pes } = view;
  const { told, of } = pesTold(view.status);
  const ago = figure.name === "objects moved, ago" ? movedAgo(moments) : none;
  const values = pes.map((pe) => figure.of(pe, ago));
  const known = values.filter((value) => value !== null);
  const spread = spreadOf(known);
  const most = figure.most ?? Math.max(spread?.most ?? 0, 1e-9);
  let layout: Layout = { columns: 1, size: 1 };
  const canvas = useCanvas((context, width, height) => {
    layout = layoutOf(pes.length, width, height);
    const shares = values.map((value) => (value === null ? null : value / most));
    drawCells(context, layout, shares);
    if (values.length === 0) return;
    const { columns, size } = layout;
    if (size > 6) drawGaps(context, size, columns, Math.ceil(values.length / columns));
    drawChosen(context, layout, chosen);
  });
  const choose = (index: number) => setChosen(Math.min(pes.length - 1, Math.max(0, index)));
  const onMove = (event: MouseEvent) => {
    const column = Math.floor(event.offsetX / layout.size);
    const index = Math.floor(event.offsetY / layout.size) * layout.columns + column;
    if (column < layout.columns && index < pes.length) choose(index);
  };
  const onKey = (event: KeyboardEvent) => {
    const { columns } = layout;
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    choose(chosen + step);
  };
  const pe = pes[Math.min(chosen, pes.length - 1)];
  const value = pe === undefined ? null : figure.of(pe, ago);
  const note = told < of ? `${numberText(told)} of ${numberText(of)} PEs are told of.` : undefined;
  return html`<${Panel} id="heat" title="Load of the PEs" note=${note}>
    <label>
      Colour${" "}
      <select onChange=${(event: Event) => setName((event.target as HTMLSelectElement).value)}>
        ${figures.map((each) => html`<option selected=${each.name === name}>${each.name}</option>`)}
      </select>
    </label>
    <canvas
      class="heat"
      style="height:${Math.min(heightMost, Math.ceil(pes.length / 7) * cellMost)}px"
      ref=${canvas}
      tabindex="0"
      role="img"
      aria-label="a cell for each PE; arrows choose one"
      onMouseMove=${onMove}
      onKeyDown=${onKey}
    ></canvas>
    <p aria-live="polite">
      ${
        pe !== undefined &&
        html`<strong>PE ${pe.pe}</strong> of ${pe.site}: ${name}${" "}
          ${value === null ? "not known" : figure.words(value)}`
      }
    </p>
    <div class="scale" aria-hidden="true">
      <span>0</span>
      <i style="background:linear-gradient(90deg,${scaleStops()})"></i>
      <span>${figure.words(most)}</span>
    </div>
    ${
      spread !== null &&
      html`<${Histogram} values=${known} most=${most} />
        <p class="note">
          least ${figure.words(spread.least)}, median ${figure.words(spread.median)}, most
          ${" "}${figure.words(spread.most)}, of ${countText(spread.count, "PE", "PEs")}
        </p>`
    }
  <//>`;
}

/** Cells as large as fit, and no larger than is good to look at. */
function layoutOf(count: number, width: number, height: number): Layout {
  let columns = Math.max(1, Math.ceil(Math.sqrt((count * width) / height)));
  while (Math.ceil(count / columns) * (width / columns) > height) columns += 1;
  const size = Math.min(cellMost, width / columns);
  return { columns: Math.max(columns, Math.floor(width / size)), size };
}

function drawChosen(context: CanvasRenderingContext2D, { columns, size }: Layout, chosen: number) {
  const left = (chosen % columns) * size;
  const top = Math.floor(chosen / columns) * size;
  context.strokeStyle = styleValue("--ink");
  context.lineWidth = 2;
  context.strokeRect(left + 1, top + 1, size - 2, size - 2);
}

function drawGaps(
  context: CanvasRenderingContext2D,
  size: number,
  columns: number,
  rows: number,
): void {
  context.fillStyle = styleValue("--panel");
  for (let i = 1; i < columns; ++i) context.fillRect(i * size - 1, 0, 1, rows * size);
  for (let i = 1; i < rows; ++i) context.fillRect(0, i * size - 1, columns * size, 1);
}

/** How many PEs have how much. */
function Histogram({ values, most }: { values: readonly number[]; most: number }) {
  const counts = histogram(values, 0, most, 24);
  const highest = Math.max(1, ...counts);
  return html`<div class="histogram" role="img" aria-label="how many PEs have how much">
    ${counts.map((count, i) => {
      const height = count > 0 ? Math.max(3, (100 * count) / highest) : 0;
      const style = `height:${height}%;background:${scaleColour((i + 0.5) / 24)}`;
      return html`<i title="${countText(count, "PE", "PEs")}" style=${style}></i>`;
    })}
  </div>`;
}
