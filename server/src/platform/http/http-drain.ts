import type { Server } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

const POLL_MS = 20;
/** A connection without a request and without a byte for so long has no request in transit. */
const IDLE_MS = 1000;
/** Time for connections that have had no reply, and so no `Connection: close`, since the drain began. */
const NOTIFY_WITHIN_MS = 3000;
/** Time for active requests after long work was asked to end. */
const FINISH_WITHIN_MS = 15_000;
const CLOSE_WITHIN_MS = 3000;

type Connection = { underWay: number; bytes: number; lastActive: number };

type Options = {
  /** Time until load balancers notice the failing health check. */
  delayMs: number;
  /** Asks long work to end. */
  endLongWork: () => void;
};

/**
 * Drains a server without losing a request. Closing an idle connection is a race: a request in transit would get a
 * reset. So replies close the connections (`Connection: close`, see `closeWithReplies`) while requests come, and only
 * connections that stay idle are closed at the end.
 */
export class HttpDrain {
  readonly #server: Server;
  readonly #connections = new Map<Socket, Connection>();

  /** Call it before the server listens: connections are counted from here on. */
  constructor(server: Server) {
    this.#server = server;
    server.on("connection", (socket: Socket) => {
      this.#connections.set(socket, { underWay: 0, bytes: 0, lastActive: performance.now() });
      socket.once("close", () => this.#connections.delete(socket));
    });
    server.prependListener("request", ({ socket }, response) => {
      const connection = this.#connections.get(socket);
      if (!connection) return;
      connection.underWay++;
      response.once("close", () => {
        connection.underWay--;
        connection.lastActive = performance.now();
      });
    });
  }

  /** Resolves when active requests have been answered or their time is up. The server still listens then. */
  async run({ delayMs, endLongWork }: Options): Promise<void> {
    const began = performance.now();
    await delay(delayMs);
    await this.#until(() => this.#isQuietSince(began), NOTIFY_WITHIN_MS);
    endLongWork();
    await this.#until(() => this.#underWay === 0, FINISH_WITHIN_MS);
  }

  /** Closes the listener and idle connections. Others close with their reply or after a timeout. */
  async close(app: FastifyInstance): Promise<void> {
    const timer = setTimeout(() => this.#server.closeAllConnections(), CLOSE_WITHIN_MS);
    await app.close();
    clearTimeout(timer);
  }

  get #underWay(): number {
    let sum = 0;
    for (const { underWay } of this.#connections.values()) sum += underWay;
    return sum;
  }

  #isQuietSince(began: number): boolean {
    const now = performance.now();
    let quiet = true;
    for (const [socket, connection] of this.#connections) {
      if (connection.bytes !== socket.bytesRead) connection.lastActive = now;
      connection.bytes = socket.bytesRead;
      // Idle time counts from the start of the drain: an idle client is not told yet and may send a request.
      const idle = now - Math.max(connection.lastActive, began) >= IDLE_MS;
      if (connection.underWay === 0 && !idle) quiet = false;
    }
    return quiet;
  }

  async #until(done: () => boolean, withinMs: number): Promise<void> {
    const last = performance.now() + withinMs;
    while (!done() && performance.now() < last) await delay(POLL_MS);
  }
}

/** While the server drains, each reply closes its connection. */
export function closeWithReplies(app: FastifyInstance, draining: AbortSignal): void {
  app.addHook("onSend", (_request, reply, _payload, done) => {
    if (draining.aborted) reply.header("Connection", "close");
    done();
  });
}
