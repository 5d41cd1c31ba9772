// page/src/live.ts: a running job behind the page's address: its answers come, requests go.
import { endWords } from "./model/happenings.ts";
import { NoStatus, type Verb } from "./model/status.ts";
import { durationText } from "./model/words.ts";
import type { Store } from "./store.ts";

const pollMs = 2000;
const againMs = 3000;
/** Who has heard nothing for so long says so. */
const silentMs = 5000;
const tokenKey = "isthmus-token";

export interface Answer {
  readonly ok: boolean;
  readonly error?: string;
  readonly takes_effect?: string;
  readonly verbs?: readonly Verb[];
  readonly status?: unknown;
}

export class Live {
  private readonly token = takeToken();
  private stream: EventSource | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private watch: ReturnType<typeof setInterval> | undefined;
  private hasAnswered = false;
  private hasEnded = false;
  private heardAt = 0;

  constructor(private readonly store: Store) {}

  open(): void {
    this.store.begin("live");
    this.store.tell("calls the job ...");
    this.heardAt = performance.now();
    this.watch = setInterval(() => this.tellSilence(), 1000);
    this.listen();
    void this.list();
  }

  /** For a recording that is opened instead. */
  close(): void {
    this.stream?.close();
    clearTimeout(this.timer);
    clearInterval(this.watch);
  }

  /** At the job's door; what goes wrong on the way is an answer, too. */
  async ask(request: Record<string, string>): Promise<Answer> {
    if (this.hasEnded) return { ok: false, error: "the job has ended" };
    const headers: Record<string, string> = { "Content-Type": "application/json" };
    if (this.token) headers.Authorization = `Bearer ${this.token}`;
    try {
      const body = JSON.stringify(request);
      const answer = await fetch("request", { method: "POST", headers, body });
      const text = await answer.text();
      try {
        return JSON.parse(text) as Answer;
      } catch {
        return { ok: false, error: `${answer.status}: ${text.trim().slice(0, 200)}` };
      }
    } catch {
      return { ok: false, error: "the job cannot be reached" };
    }
  }

  /** What can be changed, as it is now. */
  async list(): Promise<void> {
    const answer = await this.ask({ request: "list" });
    if (answer.ok && answer.verbs) {
      this.store.verbs = answer.verbs;
      this.store.changed();
    }
  }

  /** Asks, notes what came of it, and looks at what can be changed again. */
  async steer(request: Record<string, string>, words: string): Promise<Answer> {
    const answer = await this.ask(request);
    const effect = answer.takes_effect;
    const done = effect && effect !== "at once" ? `done; takes effect ${effect}` : "done";
    const text = answer.ok ? done : (answer.error ?? "refused");
    const at = new Date().toTimeString().slice(0, 8);
    this.store.answered.unshift({ at, request: words, answer: text, isOk: answer.ok });
    const last = this.store.history.moments.at(-1);
    if (last) {
      const line = answer.ok ? words : `${words}: ${text}`;
      this.store.history.note({ at: last.at, kind: "request", text: line, isBad: !answer.ok });
    }
    await this.list();
    this.store.changed();
    return answer;
  }

  private listen(): void {
    this.stream?.close();
    const stream = new EventSource("events");
    this.stream = stream;
    stream.addEventListener("status", (event) => this.take((event as MessageEvent<string>).data));
    stream.onerror = () => {
      // A browser tries again by itself, but not where it was refused.
      if (stream.readyState === EventSource.CLOSED) void this.poll();
      else if (this.hasAnswered)
        this.store.tell("the job does not answer; the page asks again", true);
    };
  }

  /** Where there is no stream to be had, or nothing at all. */
  private async poll(): Promise<void> {
    clearTimeout(this.timer);
    let nextMs = pollMs;
    try {
      const answer = await fetch("status", { cache: "no-store" });
      if (answer.status === 401 || answer.status === 403) {
        this.store.tell("no access: open the page by the address that the job has told", true);
        return;
      }
      const text = await answer.text();
      if (answer.ok) this.take(text, "too many pages are open: this one asks every 2 s");
      else this.store.tell(`the job answers ${answer.status}: ${text.slice(0, 200)}`, true);
    } catch {
      const ended = "the job has ended, or cannot be reached; what has come stays here";
      this.store.tell(this.hasAnswered ? ended : "the job cannot be reached", true);
      nextMs = againMs;
    }
    if (this.hasEnded) return;
    this.timer = setTimeout(() => {
      if (this.store.isBad) this.listen();
      else void this.poll();
    }, nextMs);
  }

  /** A job that is busy for long is not gone, but what is shown is old. */
  private tellSilence(): void {
    const ms = performance.now() - this.heardAt;
    if (ms < silentMs || this.store.isBad || this.stream?.readyState !== EventSource.OPEN) return;
    const seconds = durationText(Math.floor(ms / 1000));
    const first = this.hasAnswered ? "the job has not answered" : "calls the job: no answer";
    this.store.tell(`${first} for ${seconds}, busy with something long; the page waits for it`);
  }

  private take(line: string, notice = ""): void {
    this.hasAnswered = true;
    this.heardAt = performance.now();
    try {
      const ended = this.store.append(line);
      if (ended) return this.end(ended);
      if (this.store.notice !== notice) this.store.tell(notice);
    } catch (problem) {
      if (!(problem instanceof NoStatus)) throw problem;
      this.store.tell(`the job's answer makes no sense: ${problem.message}`, true);
    }
  }

  /** That was its last word. */
  private end(how: string): void {
    this.hasEnded = true;
    this.close();
    this.store.tell(endWords(how), how !== "well");
  }
}

/** From the address, where it does not stay: who sees the page over a shoulder, or in a picture,
    shall not have it. */
function takeToken(): string {
  const address = new URL(location.href);
  const token = address.searchParams.get("token");
  try {
    if (token === null) return sessionStorage.getItem(tokenKey) ?? "";
    sessionStorage.setItem(tokenKey, token);
    address.searchParams.delete("token");
    history.replaceState(null, "", address);
  } catch {
    // A browser that keeps nothing: the address keeps it.
  }
  return token ?? "";
}
