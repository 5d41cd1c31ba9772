// page/src/draw/colours.ts: the project's colours (Okabe and Ito 2008): all can tell them apart.
import type { Part } from "../model/shares.ts";

export const curveColours = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9"];

/** By part of time; idle is the ground. */
export const partColours: Readonly<Record<Part, string>> = {
  entry: "#0072B2",
  runtime: "#56B4E9",
  balancing: "#CC79A7",
  waited_other_sites: "#D55E00",
  waited_same_site: "#E69F00",
  idle: "var(--idle)",
};

/** As canvas takes it: variables of the style are looked up. */
export function canvasColour(colour: string): string {
  const name = /^var\((--[\w-]+)\)$/.exec(colour)?.[1];
  return name === undefined ? colour : styleValue(name);
}

export function styleValue(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

// From dark to light in even steps of lightness, blue to yellow (Nuñez, Anderton and Renslow 2018).
const scale = [
  [0, 34, 78],
  [53, 69, 108],
  [102, 105, 112],
  [148, 142, 119],
  [200, 184, 102],
  [254, 232, 56],
] as const;

const steps = 255;

/** Its colours: red, green, blue and opaque, one behind the other. */
const scaleBytes = Uint8Array.from({ length: 4 * (steps + 1) }, (_, i) => {
  if (i % 4 === 3) return 255;
  const place = (Math.floor(i / 4) / steps) * (scale.length - 1);
  const low = Math.min(scale.length - 2, Math.floor(place));
  const [from, to] = [scale[low]![i % 4]!, scale[low + 1]![i % 4]!];
  return Math.round(from + (to - from) * (place - low));
});
const scalePoints = new Uint32Array(scaleBytes.buffer);

function stepOf(share: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * steps);
}

/** Of a share from 0 to 1. */
export function scaleColour(share: number): string {
  const first = 4 * stepOf(share);
  return `rgb(${scaleBytes.subarray(first, first + 3).join(",")})`;
}

/** As a point of an ImageData. */
export function scalePoint(share: number): number {
  return scalePoints[stepOf(share)]!;
}

/** Of a gradient over the whole scale. */
export function scaleStops(): string {
  return [0, 0.2, 0.4, 0.6, 0.8, 1].map(scaleColour).join(",");
}
