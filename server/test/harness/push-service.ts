import { once } from "node:events";
import type { IncomingHttpHeaders } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { selfSigned } from "./self-signed.ts";

export type Pushed = { path: string; headers: IncomingHttpHeaders; body: Buffer };

/** What a path of the service does: answers with a status, after a while perhaps, or never. */
export type Answer = { status: number; headers?: Record<string, string>; afterMs?: number } | "silence";

/** A push service on loopback, over https in its own name. */
export type PushService = {
  host: string;
  port: number;
  /** `https://<host>:<port>` */
  origin: string;
  /** By path; 201 where nothing is said. */
  answers: Map<string, Answer>;
  /** What it was sent, in the order in which it arrived. */
  pushed: Pushed[];
  close(): Promise<void>;
};

export async function startPushService(host = "push.test"): Promise<PushService> {
  const { cert, key } = selfSigned(host);
  setDefaultCACertificates([...getCACertificates("default"), cert]);
  const answers = new Map<string, Answer>();
  const pushed: Pushed[] = [];
  const server = createServer({ cert, key }, async (request, response) => {
    const path = request.url ?? "";
    pushed.push({ path, headers: request.headers, body: await buffer(request) });
    const answer = answers.get(path) ?? { status: 201 };
    if (answer === "silence") return;
    setTimeout(() => response.writeHead(answer.status, answer.headers).end(), answer.afterMs ?? 0);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    host,
    port,
    origin: `https://${host}:${port}`,
    answers,
    pushed,
    async close() {
      // The next service of this name has another one, and the first of a name is the one that is believed.
      const others = getCACertificates("default").filter((each) => each.trim() !== cert.trim());
      setDefaultCACertificates(others);
      await stop(server);
    },
  };
}

async function stop(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, "close");
}
