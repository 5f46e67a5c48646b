import {
  Agent,
  createServer,
  request as forward,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

const LOOK_MS = 150;

/** A load balancer in small: round robin, keep-alive connections, a health check, and no request is sent twice. */
export type RoundRobinProxy = {
  port: number;
  /** Resolves when the upstream on that port is in rotation, or out of it. */
  isIn(port: number, rotation: boolean): Promise<void>;
  close(): Promise<void>;
};

export async function startRoundRobinProxy(ports: readonly number[]): Promise<RoundRobinProxy> {
  const agents = new Map(ports.map((port) => [port, new Agent({ keepAlive: true })]));
  let healthy: readonly number[] = [];
  let next = 0;
  let closed = false;

  const look = async () => {
    while (!closed) {
      const found = await Promise.all(ports.map(async (port) => ((await isHealthy(port)) ? port : null)));
      healthy = found.filter((port) => port !== null);
      await delay(LOOK_MS);
    }
  };
  const looking = look();

  function pass(request: IncomingMessage, response: ServerResponse): void {
    const port = healthy[next++ % healthy.length];
    const fail = () => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    };
    if (port === undefined) {
      fail();
      return;
    }
    const { method, url: path, headers } = request;
    const passed = forward(
      { agent: agents.get(port), host: "127.0.0.1", port, method, path, headers },
      (reply) => {
        const { connection: _ours, ...others } = reply.headers;
        response.writeHead(reply.statusCode as number, others);
        reply.on("error", fail).pipe(response);
      },
    );
    request.pipe(passed.on("error", fail));
  }

  const server = createServer(pass);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    port: (server.address() as AddressInfo).port,
    async isIn(port, rotation) {
      while (healthy.includes(port) !== rotation) await delay(LOOK_MS / 3);
    },
    async close() {
      closed = true;
      await looking;
      server.close();
      server.closeAllConnections();
      for (const agent of agents.values()) agent.destroy();
    },
  };
}

function isHealthy(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(5000) }).then(
    async (reply) => {
      await reply.arrayBuffer();
      return reply.ok;
    },
    () => false,
  );
}
