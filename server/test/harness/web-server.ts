import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A server on loopback for what we fetch from others: it notes what it was asked for. */
export type WebServer = {
  /** `http://127.0.0.1:port` */
  url: string;
  port: number;
  /** Paths in the order in which they were asked for. */
  requests: string[];
  close(): Promise<void>;
};

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export async function startWebServer(answer: Answer): Promise<WebServer> {
  const requests: string[] = [];
  const note: RequestListener = (request, response) => {
    requests.push(request.url ?? "");
    answer(request, response);
  };
  const server = createServer(note);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
