// page/src/store.ts: what the page knows and does: one job's history, the moment that is shown.
import { History } from "./model/history.ts";
import type { Verb } from "./model/status.ts";
import type { View } from "./model/view.ts";

/** Of a live job: 10 minutes of a small one. */
const liveBytesMost = 96e6;

export type Mode = "live" | "replay" | "empty";

export interface Answered {
  readonly at: string;
  readonly request: string;
  readonly answer: string;
  readonly isOk: boolean;
}

export class Store {
  mode: Mode = "empty";
  history = new History();
  /** Of the answer that is shown. */
  index = -1;
  view: View | null = null;
  isPlaying = false;
  speed = 1;
  /** One line of how the job is reached, or of what is wrong. */
  notice = "";
  isBad = false;
  verbs: readonly Verb[] = [];
  /** How long it took to read the answer that is shown. */
  readMs = 0;
  readonly answered: Answered[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly listeners = new Set<() => void>();

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  changed(): void {
    for (const listener of this.listeners) listener();
  }

  /** Begins anew with no answers. */
  begin(mode: Mode): void {
    this.pause();
    this.mode = mode;
    this.history = new History(mode === "live" ? liveBytesMost : Infinity);
    this.index = -1;
    this.view = null;
    this.isPlaying = mode === "live";
    this.tell("");
  }

  tell(notice: string, isBad = false): void {
    this.notice = notice;
    this.isBad = isBad;
    this.changed();
  }

  /** One more answer of a live job; how the job has ended where that says so. */
  append(line: string): string {
    const before = this.history.length; // the same answer is shown, whatever goes
    const status = this.history.append(line);
    if (status === null) return "";
    if (this.isPlaying) this.show(this.history.length - 1);
    else {
      this.index = Math.max(0, this.index - (before + 1 - this.history.length));
      this.changed();
    }
    const verbs = this.view?.status.verbs;
    if (verbs) this.verbs = verbs;
    return status.ended;
  }

  show(index: number): void {
    const last = this.history.length - 1;
    if (last < 0) return;
    this.index = Math.min(last, Math.max(0, index));
    const began = performance.now();
    this.view = this.history.view(this.index);
    this.readMs = performance.now() - began;
    this.changed();
  }

  /** To another moment; what plays stops. */
  seek(index: number): void {
    this.pause();
    this.show(index);
  }

  seekTime(at: number): void {
    const index = this.history.moments.findIndex((moment) => moment.at >= at);
    this.seek(index < 0 ? this.history.length - 1 : index);
  }

  play(): void {
    this.isPlaying = true;
    if (this.mode === "live") this.show(this.history.length - 1);
    else {
      if (this.index >= this.history.length - 1) this.show(0);
      this.advanceSoon();
    }
    this.changed();
  }

  pause(): void {
    this.isPlaying = false;
    clearTimeout(this.timer);
    this.changed();
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    if (this.isPlaying && this.mode === "replay") this.advanceSoon();
    this.changed();
  }

  /** Answers that lie too close to be drawn are passed over. */
  private advanceSoon(): void {
    clearTimeout(this.timer);
    const { moments } = this.history;
    const here = moments[this.index];
    if (here === undefined || this.index >= moments.length - 1) {
      this.pause();
      return;
    }
    const leastMs = 33;
    let next = this.index + 1;
    const waitMs = () => ((moments[next]!.at - here.at) * 1000) / this.speed;
    while (next < moments.length - 1 && waitMs() < leastMs) next += 1;
    this.timer = setTimeout(
      () => {
        this.show(next);
        this.advanceSoon();
      },
      Math.min(5000, Math.max(leastMs, waitMs())),
    );
  }
}
