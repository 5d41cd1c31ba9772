// page/src/model/history.ts: the answers of a job in their order, whole as text and short as drawn.
import { happeningsBetween, type Happening } from "./happenings.ts";
import { momentOf, type Moment } from "./moment.ts";
import { readAnswer, type Status } from "./status.ts";
import { viewOf, type View } from "./view.ts";

export class History {
  readonly lines: string[] = [];
  readonly moments: Moment[] = [];
  readonly happenings: Happening[] = [];
  private bytes = 0;
  private last: Status | null = null;
  private readonly read = new Map<string, Status>();

  /** Older answers go once their text is longer than that. */
  constructor(private readonly bytesMost = Infinity) {}

  get length(): number {
    return this.lines.length;
  }

  /** The answer. Throws NoStatus. Null for the one that came last. */
  append(line: string): Status | null {
    const status = readAnswer(line);
    const { last } = this;
    // Of a simulation that is held, the end comes at the same time as the answer before it.
    if (last !== null && last.at === status.at && last.ended === status.ended) return null;
    const view = viewOf(this.last, status);
    if (this.last !== null) {
      // Rows of many PEs are compared for what is drawn; the rest is cheap.
      this.happenings.push(...happeningsBetween(this.last, status));
    }
    this.last = status;
    this.lines.push(line);
    this.moments.push(momentOf(view));
    this.bytes += line.length;
    while (this.bytes > this.bytesMost && this.lines.length > 2) {
      this.bytes -= this.lines.shift()!.length;
      this.moments.shift();
    }
    return status;
  }

  note(happening: Happening): void {
    this.happenings.push(happening);
  }

  /** What the page shows of the answer of that number. */
  view(index: number): View {
    const before = index > 0 ? this.status(index - 1) : null;
    return viewOf(before, this.status(index));
  }

  private status(index: number): Status {
    const line = this.lines[index]!;
    const status = this.read.get(line) ?? readAnswer(line);
    this.read.delete(line);
    this.read.set(line, status);
    // Those read last: who steps on needs one more each time.
    for (const old of this.read.keys()) {
      if (this.read.size <= 3) break;
      this.read.delete(old);
    }
    return status;
  }
}
