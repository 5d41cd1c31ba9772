// page/src/draw/letters.ts: how much room words take, before anything has drawn them.

/** Of em, in the widest of the fonts that the page asks for (DejaVu Sans, bold). */
const narrow = /[ .,:;'!|()[\]fijlrtI1-]/;
const wide = /[mwMWQ@%—…]/;
const capital = /[A-Z]/;

function emOf(letter: string, isBold: boolean): number {
  if (letter > "\u2e7f") return 1; // a square each, where they are not Latin
  const plain = narrow.test(letter)
    ? 0.43
    : wide.test(letter)
      ? 1
      : capital.test(letter)
        ? 0.72
        : 0.64;
  return isBold ? plain * 1.12 : plain;
}

/** Never less than they take, in most fonts somewhat more; of letters `size` high. */
export function roomOf(text: string, size: number, isBold = false): number {
  let sum = 0;
  for (const letter of text) sum += emOf(letter, isBold);
  return sum * size;
}

/** As much of a word as has room, and a sign that there is more. */
export function fitting(text: string, room: number, size: number, isBold = false): string {
  if (roomOf(text, size, isBold) <= room) return text;
  const letters = [...text];
  while (letters.length > 1 && roomOf(`${letters.join("")}…`, size, isBold) > room) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}
