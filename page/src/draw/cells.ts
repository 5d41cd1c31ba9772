// page/src/draw/cells.ts: cells in the colours of the scale.
import { scalePoint, styleValue } from "./colours.ts";

/** Where cells lie: `columns` a row, `size` points each way. */
export interface Layout {
  readonly columns: number;
  readonly size: number;
}

/** Row by row, each in the colour of its share from 0 to 1; null is not known. */
export function drawCells(
  context: CanvasRenderingContext2D,
  { columns, size }: Layout,
  shares: readonly (number | null)[],
): void {
  if (shares.length === 0) return;
  const rows = Math.ceil(shares.length / columns);
  // A point of a picture each, made large: so the thousandth cell costs next to nothing.
  const cells = new ImageData(columns, rows);
  const points = new Uint32Array(cells.data.buffer);
  shares.forEach((share, i) => {
    if (share !== null) points[i] = scalePoint(share);
  });
  const picture = new OffscreenCanvas(columns, rows);
  picture.getContext("2d")!.putImageData(cells, 0, 0);
  context.fillStyle = styleValue("--idle"); // of those that are not known
  const whole = rows - 1;
  const last = shares.length - whole * columns; // cells in the last row
  context.fillRect(0, 0, columns * size, whole * size);
  context.fillRect(0, whole * size, last * size, size);
  context.imageSmoothingEnabled = false;
  context.drawImage(picture, 0, 0, columns * size, rows * size);
}
