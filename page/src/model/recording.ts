// page/src/model/recording.ts: a finished run as a file: the job's answers, one a line.
import type { History } from "./history.ts";
import { NoStatus } from "./status.ts";

const chunkMs = 30;

/** Puts the answers of a recording into a history, and lets the page breathe meanwhile. Throws
    NoStatus that names the line. `onProgress` gets the share that is done. */
export async function readRecording(
  file: string,
  into: History,
  onProgress: (share: number) => void,
): Promise<void> {
  let number = 0;
  let began = performance.now();
  for (let begin = 0; begin < file.length;) {
    const end = file.indexOf("\n", begin);
    const line = file.slice(begin, end < 0 ? file.length : end);
    begin = end < 0 ? file.length : end + 1;
    number += 1;
    if (line.trim() === "") continue;
    try {
      into.append(line);
    } catch (problem) {
      if (!(problem instanceof NoStatus)) throw problem;
      throw new NoStatus(`line ${number} is no answer of a job: ${problem.message}`);
    }
    if (performance.now() - began > chunkMs) {
      onProgress(begin / file.length);
      await new Promise((resolve) => setTimeout(resolve));
      began = performance.now();
    }
  }
  if (into.length === 0) throw new NoStatus("there is no answer of a job in it");
}

/** What `isthmus page` has put into the page: base64 of gzip. */
export async function unpack(packed: string): Promise<string> {
  const bytes = Uint8Array.from(atob(packed.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}

/** Of a file that is opened: plain, or compressed by gzip. */
export async function textOf(file: Blob): Promise<string> {
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (head[0] !== 0x1f || head[1] !== 0x8b) return file.text();
  return new Response(file.stream().pipeThrough(new DecompressionStream("gzip"))).text();
}
