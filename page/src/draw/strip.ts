// page/src/draw/strip.ts: the last moments of a PE or a site as columns of stacked parts of time.
import { parts, type Shares } from "../model/shares.ts";
import { canvasColour, partColours } from "./colours.ts";

/** A column an answer, the newest at the right; null where nothing is known. */
export function drawStrip(
  context: CanvasRenderingContext2D,
  width: number,
  height: number,
  columns: readonly (Shares | null)[],
): void {
  const colours = parts.map((part) => canvasColour(partColours[part]));
  const step = width / columns.length;
  columns.forEach((shares, i) => {
    if (shares === null) return;
    const left = Math.round(i * step);
    const right = Math.round((i + 1) * step);
    let bottom = height;
    parts.forEach((part, j) => {
      const size = shares[part] * height;
      context.fillStyle = colours[j]!;
      context.fillRect(left, bottom - size, right - left, size);
      bottom -= size;
    });
  });
}
