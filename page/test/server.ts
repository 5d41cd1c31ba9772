// page/test/server.ts: the job's side of the page's address, over a recording: what a job serves.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export const token = "0123456789abcdef";

export interface Served {
  readonly url: string;
  /** Requests at the door, as they came. */
  readonly requests: Record<string, string>[];
  /** Headers of the last one. */
  headers: IncomingMessage["headers"];
  /** The next answer of the recording goes to all streams. */
  next(): void;
  close(): Promise<void>;
}

/** `lines` are a job's answers; `verbs` what can be changed, which a request changes. */
export async function serve(
  page: string,
  lines: readonly string[],
  verbs: { name: string; value: string }[],
): Promise<Served> {
  const streams = new Set<ServerResponse>();
  const requests: Record<string, string>[] = [];
  let shown = 0;
  const send = (stream: ServerResponse) => {
    stream.write(`event: status\ndata: ${lines[shown]}\n\n`);
  };
  const answerOf = (request: Record<string, string>) => {
    if (request.request === "list") return { ok: true, verbs };
    if (request.request === "stop") return { ok: true };
    const verb = verbs.find((each) => each.name === request.name);
    if (verb === undefined) return { ok: false, error: `no value ${request.name}`, status: 2 };
    verb.value = request.value ?? "";
    return { ok: true, name: verb.name, value: verb.value, takes_effect: "at once" };
  };
  const server = createServer((request, response) => {
    const address = new URL(request.url ?? "/", "http://x");
    const path = address.pathname.slice(address.pathname.lastIndexOf("/") + 1);
    const isKnown =
      address.searchParams.get("token") === token ||
      request.headers.cookie?.includes(`isthmus=${token}`) === true;
    if (!isKnown) {
      response.writeHead(401).end("no token");
    } else if (path === "") {
      response.setHeader("Set-Cookie", `isthmus=${token}; HttpOnly; SameSite=Strict; Path=/`);
      response.setHeader("Content-Type", "text/html; charset=utf-8").end(page);
    } else if (path === "status") {
      response.setHeader("Content-Type", "application/json").end(lines[shown]);
    } else if (path === "events" && streams.size >= 4) {
      response.writeHead(503).end("too many pages");
    } else if (path === "events") {
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      streams.add(response);
      response.on("close", () => streams.delete(response));
      send(response);
    } else if (path === "request" && request.method === "POST") {
      served.headers = request.headers;
      let body = "";
      request.on("data", (chunk) => (body += chunk));
      request.on("end", () => {
        const asked = JSON.parse(body) as Record<string, string>;
        requests.push(asked);
        response.setHeader("Content-Type", "application/json").end(JSON.stringify(answerOf(asked)));
      });
    } else response.writeHead(404).end("nothing there");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const served: Served = {
    url: `http://127.0.0.1:${port}/`,
    requests,
    headers: {},
    next() {
      shown = Math.min(lines.length - 1, shown + 1);
      for (const stream of streams) send(stream);
    },
    async close() {
      for (const stream of streams) stream.end();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return served;
}
