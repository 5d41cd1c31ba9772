// page/src/draw/chart.ts: curves over time, by uPlot.
import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "htm/preact";
import uPlot from "uplot";
import { curveColours, styleValue } from "./colours.ts";

export interface Curve {
  readonly name: string;
  readonly values: readonly (number | null)[];
}

export interface ChartProps {
  readonly title: string;
  /** Seconds. */
  readonly times: readonly number[];
  readonly curves: readonly Curve[];
  readonly words: (value: number) => string;
  /** Where the axis ends; else where the values do. */
  readonly most?: number;
  /** Moment that is shown, of `times`. */
  readonly now: number;
  readonly theme: string;
}

const height = 150;
const dashes = [[], [6, 3], [2, 2], [8, 3, 2, 3]];

export function Chart(props: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>();
  const latest = useRef(props);
  latest.current = props;
  const [pointed, setPointed] = useState<number | null>(null);
  const names = props.curves.map((curve) => curve.name).join("\n");
  useEffect(() => {
    const made = new uPlot(optionsOf(latest, setPointed), dataOf(props), place.current!);
    plot.current = made;
    const observer = new ResizeObserver(() => {
      made.setSize({ width: place.current!.clientWidth, height });
    });
    observer.observe(place.current!);
    return () => {
      observer.disconnect();
      made.destroy();
    };
  }, [names, props.theme]);
  useEffect(() => {
    plot.current?.setData(dataOf(props));
  }, [props.times.length, props.times[0], props.now, props.curves]);
  const at = pointed ?? props.now;
  const told = props.curves.map((curve) => {
    const value = curve.values[at];
    return typeof value === "number" ? props.words(value) : "-";
  });
  const words = props.curves.map((curve, i) => `${curve.name} ${told[i]}`);
  const agoS = (props.times[at] ?? 0) - (props.times[props.now] ?? 0);
  return html`<figure class="chart" role="img" aria-label="${props.title}: ${words.join(", ")}">
    <figcaption>
      <b>${props.title}</b>
      ${props.curves.map(
        (curve, i) => html`<span><i style=${keyStyle(i)}></i>${curve.name} ${told[i]}</span>`,
      )}
      ${pointed !== null && html`<small>at ${agoS.toFixed(1)} s</small>`}
    </figcaption>
    <div ref=${place}></div>
  </figure>`;
}

function colourOf(i: number): string {
  return curveColours[i % curveColours.length]!;
}

function keyStyle(i: number): string {
  const kind = i < curveColours.length ? "solid" : "dashed";
  return `border-top:3px ${kind} ${colourOf(i)}`;
}

function dataOf(props: ChartProps): uPlot.AlignedData {
  const end = props.times[props.now] ?? 0;
  const times = props.times.map((time) => time - end);
  return [times, ...props.curves.map((curve) => [...curve.values])] as uPlot.AlignedData;
}

function optionsOf(
  latest: { current: ChartProps },
  onPoint: (index: number | null) => void,
): uPlot.Options {
  const { curves, most, words } = latest.current;
  const axis = {
    stroke: styleValue("--quiet"),
    grid: { stroke: styleValue("--line"), width: 1 },
    ticks: { show: false },
    font: "12px system-ui, sans-serif",
  };
  return {
    width: 300,
    height,
    cursor: { y: false },
    legend: { show: false },
    scales: {
      x: { time: false },
      y: { range: (_, __, highest) => [0, most ?? (highest > 0 ? highest * 1.1 : 1)] },
    },
    axes: [
      { ...axis, size: 24, values: (_, ticks) => ticks.map((tick) => `${tick} s`) },
      { ...axis, size: 66, values: (_, ticks) => ticks.map(words) },
    ],
    series: [
      {},
      ...curves.map((_, i) => ({
        stroke: colourOf(i),
        dash: dashes[Math.floor(i / curveColours.length) % dashes.length]!,
        width: 1.8,
        points: { show: false },
      })),
    ],
    hooks: {
      draw: [drawNow],
      setCursor: [(made) => onPoint(made.cursor.idx ?? null)],
    },
  };
}

/** A line at the moment that is shown, where later ones are known. */
function drawNow(made: uPlot): void {
  const times = made.data[0];
  if (times.length === 0 || times[times.length - 1] === 0) return;
  const left = Math.round(made.valToPos(0, "x", true));
  made.ctx.fillStyle = styleValue("--ink");
  made.ctx.fillRect(left, made.bbox.top, 2, made.bbox.height);
}
