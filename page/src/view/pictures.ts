// page/src/view/pictures.ts: the pictures that the program shows.
import { html } from "htm/preact";
import { useState } from "preact/hooks";
import { useCanvas } from "../draw/canvas.ts";
import { drawCells } from "../draw/cells.ts";
import { scaleStops } from "../draw/colours.ts";
import { numberOf, picturesOf, type Picture } from "../model/pictures.ts";
import type { View } from "../model/view.ts";
import { durationText, numberText } from "../model/words.ts";
import { Panel } from "./panel.ts";

const heightMost = 360; // in the page's points

export function Pictures({ view }: { view: View }) {
  const pictures = picturesOf(view.status);
  if (pictures.length === 0) return null;
  return html`<${Panel} id="pictures" title="The program's own pictures" size="wide">
    <div class="pictures">
      ${pictures.map((each) => html`<${Shown} key=${each.name} picture=${each} />`)}
    </div>
  <//>`;
}

function Shown({ picture }: { picture: Picture }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const { columns, rows, cells } = picture;
  let size = 1;
  const canvas = useCanvas((context, width, height) => {
    size = Math.min(width / columns, height / rows);
    drawCells(context, { columns, size }, cells);
  });
  const onMove = (event: MouseEvent) => {
    const column = Math.floor(event.offsetX / size);
    const row = Math.floor(event.offsetY / size);
    setChosen(column < columns && row < rows ? row * columns + column : null);
  };
  const share = chosen === null ? undefined : cells[chosen];
  const isSmaller = picture.ofColumns !== columns || picture.ofRows !== rows;
  return html`<figure>
    <figcaption>
      <strong>${picture.name}</strong>
      <span class="note">
        ${" "}${numberText(picture.ofColumns)} × ${numberText(picture.ofRows)}
        ${isSmaller && ` as ${numberText(columns)} × ${numberText(rows)}`}, of
        ${" "}${durationText(picture.ageS)} ago
      </span>
    </figcaption>
    <canvas
      style="height:${heightMost}px;aspect-ratio:${columns}/${rows}"
      ref=${canvas}
      role="img"
      aria-label="${picture.name}: ${numberText(columns)} times ${numberText(rows)} cells"
      onMouseMove=${onMove}
      onMouseLeave=${() => setChosen(null)}
    ></canvas>
    <div class="scale">
      <span>${picture.least === null ? "nothing" : numberText(picture.least)}</span>
      <i style="background:linear-gradient(90deg,${scaleStops()})" aria-hidden="true"></i>
      <span>${picture.most === null ? "" : numberText(picture.most)}</span>
    </div>
    <p class="note">
      ${
        chosen === null || share === undefined
          ? "\u00a0"
          : `column ${chosen % columns}, row ${Math.floor(chosen / columns)}: ${
              share === null ? "nothing" : `about ${numberText(numberOf(picture, share))}`
            }`
      }
    </p>
  </figure>`;
}
