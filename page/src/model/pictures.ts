// page/src/model/pictures.ts: pictures that the program shows, as numbers again.
import { maybe, num, rowsOfPanel, text, type Row, type Status } from "./status.ts";

/** A cell has a share from 0 to 1 of what lies between least and most; null: nothing is there. */
export interface Picture {
  readonly name: string;
  readonly columns: number;
  readonly rows: number;
  readonly cells: readonly (number | null)[];
  /** Null where no cell has a number. */
  readonly least: number | null;
  readonly most: number | null;
  /** How large it is in the program. */
  readonly ofColumns: number;
  readonly ofRows: number;
  /** Seconds since the program has set it. */
  readonly ageS: number;
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const shares = new Map([...letters].map((letter, i) => [letter, i / (letters.length - 1)]));

/** Those that make sense. */
export function picturesOf(status: Status): Picture[] {
  return rowsOfPanel(status, "pictures").flatMap((row) => pictureOf(row) ?? []);
}

function pictureOf(row: Row): Picture | null {
  const cells = [...text(row, "cells")].map((letter) => shares.get(letter) ?? null);
  const columns = num(row, "columns");
  if (!Number.isInteger(columns) || columns < 1 || cells.length === 0) return null;
  if (cells.length % columns !== 0) return null;
  const rows = cells.length / columns;
  return {
    name: text(row, "name"),
    columns,
    rows,
    cells,
    least: maybe(row, "least"),
    most: maybe(row, "most"),
    ofColumns: num(row, "of_columns", columns),
    ofRows: num(row, "of_rows", rows),
    ageS: Math.max(0, num(row, "at_s") - num(row, "set_at_s")),
  };
}

/** The number that a share stands for. */
export function numberOf(picture: Picture, share: number): number {
  const least = picture.least ?? 0;
  const most = picture.most ?? 0;
  return least * (1 - share) + most * share;
}
