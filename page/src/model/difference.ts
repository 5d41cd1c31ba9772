// page/src/model/difference.ts: what two rows of sums tell of the time between them.
import { maybe, num, type Row } from "./status.ts";

/** Seconds between two rows; 0 where the second is not later. */
export function span(before: Row | undefined, after: Row): number {
  if (before === undefined) return 0;
  return Math.max(0, num(after, "at_s") - num(before, "at_s"));
}

/** By how much a sum rose; null where one of them is missing, or it began anew. */
export function rise(before: Row | undefined, after: Row, key: string): number | null {
  const first = maybe(before, key);
  const last = maybe(after, key);
  return first === null || last === null || last < first ? null : last - first;
}

/** So many a second; null where that cannot be told. */
export function rate(before: Row | undefined, after: Row, key: string): number | null {
  const seconds = span(before, after);
  const more = rise(before, after, key);
  return seconds > 0 && more !== null ? more / seconds : null;
}

/** Rows by what names them. */
export function byKey(rows: readonly Row[], ...keys: string[]): Map<string, Row> {
  return new Map(rows.map((row) => [keyOf(row, ...keys), row]));
}

export function keyOf(row: Row, ...keys: string[]): string {
  return keys.map((key) => String(row[key])).join("\n");
}
