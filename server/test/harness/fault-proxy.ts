import { Agent, request as forward, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { startWebServer, type WebServer } from "./web-server.ts";

/**
 * What becomes of a request: it passes; it passes and its reply is lost on the way back; it is answered here, and the
 * server never sees it; the connection breaks; nothing is ever said.
 */
export type Fault =
  | { kind: "none" }
  | { kind: "reply lost" }
  | { kind: "answered"; status: number; headers?: Record<string, string>; body?: object | string }
  | { kind: "broken" }
  | { kind: "silent" };

export type FaultProxy = {
  url: string;
  /** `POST /sessions/events`, in the order in which they came. */
  requests: string[];
  close(): Promise<void>;
};

type Options = {
  port: number;
  /** The Host that the server sees; the one that came, when there is none. */
  host?: string;
  faultOf: (line: string) => Fault;
};

/** A proxy between a browser and the server that injects network faults. */
export async function startFaultProxy({ port, host, faultOf }: Options): Promise<FaultProxy> {
  const agent = new Agent({ keepAlive: true });
  const requests: string[] = [];

  async function pass(request: IncomingMessage, body: string, response: ServerResponse | null) {
    const headers = { ...request.headers, ...(host && { host }) };
    const { method, url: path } = request;
    return new Promise<void>((resolve, reject) => {
      forward({ agent, host: "127.0.0.1", port, method, path, headers }, (answer) => {
        answer.on("end", resolve);
        if (!response) return answer.resume();
        response.writeHead(answer.statusCode as number, answer.headers);
        answer.pipe(response);
      })
        .on("error", reject)
        .end(body);
    });
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const line = `${request.method} ${request.url}`;
    requests.push(line);
    const body = await text(request);
    const now = faultOf(line);
    if (now.kind === "silent") return;
    if (now.kind === "broken") return void request.socket.destroy();
    if (now.kind === "answered") {
      response.writeHead(now.status, {
        ...sharedWith(request),
        "content-type": "application/json",
        ...now.headers,
      });
      return void response.end(
        typeof now.body === "string" ? now.body : JSON.stringify(now.body ?? { detail: "Injected fault" }),
      );
    }
    await pass(request, body, now.kind === "none" ? response : null);
    if (now.kind === "reply lost") request.socket.destroy();
  }

  const server: WebServer = await startWebServer((request, response) => {
    // A browser that goes away in the middle, or a server that is stopped: the connection breaks.
    answer(request, response).catch(() => request.socket.destroy());
  });
  return {
    url: server.url,
    requests,
    async close() {
      await server.close();
      agent.destroy();
    },
  };
}

/** What the server's own refusals say, so that a page may read them. */
function sharedWith({ headers: { origin } }: IncomingMessage): Record<string, string> {
  if (origin === undefined) return {};
  return {
    "access-control-allow-origin": origin,
    "access-control-allow-credentials": "true",
    "access-control-expose-headers": "Retry-After",
  };
}
