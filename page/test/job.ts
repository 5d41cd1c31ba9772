// page/test/job.ts: real jobs with their live page: two sites over a link that can be cut, or
// thousands of PEs in virtual time.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const build = process.env.ISTHMUS_BUILD ?? "build/release";
export const program = `${build}/apps/jacobi2d/jacobi2d`;

/** Why no job can run here; empty where one can. */
export const missing = existsSync(program) ? "" : `there is no ${program}`;

const limitMs = 120_000;

const grid = `
[[site]]
name = "urbana"
pes = 2
[[site]]
name = "chicago"
pes = 2
[link.between_sites]
chain = ["delay", "tcp"]
delay = { latency = "2ms" }
tcp = { patience = "10min" }
`;

// It goes on until somebody stops it, and its load is uneven.
const endless = ["--mesh", "128", "--objects", "8", "--steps", "2000000000", "--no-probe"];
const uneven = ["--sync-every", "50", "--imbalance", "20"];
const looked = ["--tolerance", "1e-300", "--residual-every", "25"];

/** Hands on what comes at its port to another one, until it is cut. */
export class Link {
  private readonly sockets = new Set<Socket>();
  private isOpen = true;
  private constructor(private readonly server: Server) {}

  static async to(port: number): Promise<Link> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const link = new Link(server);
    server.on("connection", (near) => link.join(near, port));
    return link;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** What is under way is lost, and nobody gets through until it is mended. */
  cut(): void {
    this.isOpen = false;
    for (const socket of this.sockets) socket.resetAndDestroy();
  }

  mend(): void {
    this.isOpen = true;
  }

  close(): void {
    this.cut();
    this.server.close();
  }

  private join(near: Socket, port: number): void {
    if (!this.isOpen) {
      near.on("error", () => {}).resetAndDestroy();
      return;
    }
    const far = connect(port, "127.0.0.1");
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(one);
      one.setNoDelay();
      one.pipe(other);
      // The other end gets what it had as an error of its own.
      one.on("error", () => {});
      one.on("close", () => {
        this.sockets.delete(one);
        other.destroy();
      });
    }
  }
}

export interface Job {
  /** With its token. */
  readonly address: string;
  /** Exit statuses of its processes once all have ended. */
  ended(): Promise<(number | null)[]>;
  /** What it has told so far, but for what balancing steps did. */
  said(): string;
  /** Whatever it is at. */
  close(): Promise<void>;
}

export interface LinkedJob extends Job {
  readonly link: Link;
}

/** Two processes, a site each, of an uneven stencil whose balancer moves nothing yet; with the page
    of `page`. */
export async function startJob(page: string): Promise<LinkedJob> {
  const folder = newFolder();
  writeFileSync(join(folder, "grid.toml"), grid);
  const [meeting, data] = await freePorts(2);
  const link = await Link.to(data!);
  const common = ["--backend", "processes", "--grid", join(folder, "grid.toml")];
  common.push("--rendezvous", `127.0.0.1:${meeting}`, "--balancer", "none");
  const first = ["--listen", `127.0.0.1:${data}`, "--advertise", `127.0.0.1:${link.port}`];
  first.push("--name", "two-sites", "--live");
  const application = ["--", ...endless, ...uneven, ...looked];
  const words = [first, []].map((own, rank) => [
    ...common,
    "--rank",
    `${rank}`,
    ...own,
    ...application,
  ]);
  const job = await start(words, page, folder, () => link.close());
  return { ...job, link };
}

/** Ten sites of 1,000 PEs each in virtual time, for hours, or until somebody stops it. Nothing else
    is done while the program looks for the step of its next residual, here the last one: of
    thousands of millions that took seconds, and the page did not get an answer. */
export async function startSimulation(page: string): Promise<Job> {
  const words = ["--backend", "sim", "--costs", "charged", "--sites", "10", "--pes", "1000"];
  words.push("--latency", "2ms", "--name", "many-pes", "--live", "--", "--mesh", "20000");
  words.push("--objects", "200", "--cell-time", "1", "--steps", "2000000");
  return start([words], page, newFolder(), () => {});
}

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), "isthmus-page-"));
}

/** A process by each of `words`, in a folder of their own, which goes with them. */
async function start(
  words: readonly string[][],
  page: string,
  folder: string,
  onClose: () => void,
): Promise<Job> {
  let said = "";
  const processes = words.map((each) => {
    const started = spawn(program, each, {
      stdio: ["ignore", "ignore", "pipe"],
      env: {
        ...process.env,
        ISTHMUS_JOB_KEY: "the key of this job alone",
        ISTHMUS_PAGE: page,
        XDG_RUNTIME_DIR: folder,
      },
    });
    started.stderr!.setEncoding("utf8").on("data", (text: string) => (said += text));
    return started;
  });
  const close = async () => {
    for (const each of processes) if (isRunning(each)) each.kill("SIGKILL");
    await Promise.all(processes.map(endOf));
    onClose();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const address = await tellsAddress(() => said, processes);
    return {
      address,
      ended: () => Promise.all(processes.map(endOf)),
      said: () => said.replace(/^isthmus: load balancing.*\n/gm, ""),
      close,
    };
  } catch (problem) {
    await close();
    throw problem;
  }
}

async function tellsAddress(said: () => string, processes: ChildProcess[]): Promise<string> {
  const end = Date.now() + limitMs;
  for (;;) {
    const found = /live page at (http:\S+)\n/.exec(said());
    if (found !== null) return found[1]!;
    if (Date.now() > end || !processes.every(isRunning)) {
      throw new Error(`the job has not told its page's address; it said:\n${said()}`);
    }
    await sleep(50);
  }
}

function isRunning(each: ChildProcess): boolean {
  return each.exitCode === null && each.signalCode === null;
}

async function endOf(each: ChildProcess): Promise<number | null> {
  if (isRunning(each)) await once(each, "exit", { signal: AbortSignal.timeout(limitMs) });
  return each.exitCode;
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(servers.map((server) => once(server, "listening")));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), "close")));
  return ports;
}
