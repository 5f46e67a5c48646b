import type { Server } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

const LOOK_MS = 20;
/** A connection without a byte for so long, and with no request under way, has nothing on its way to us. */
const IDLE_MS = 1000;
/** For callers that have not had a reply since the drain began, which tells them to go elsewhere. */
const TELL_WITHIN_MS = 3000;
/** For requests that are under way when everything long has been asked to end. */
const FINISH_WITHIN_MS = 15_000;
const CLOSE_WITHIN_MS = 3000;

type Connection = { underWay: number; bytes: number; lastActive: number };

type Options = {
  /** From when on a load balancer sends no more: it has seen that the health check fails. */
  delayMs: number;
  /** Asks everything long to come to an end. */
  endLongWork: () => void;
};

/**
 * Empties a server without losing a request. Closing an idle connection is a race: a request that is on its way to it is
 * answered with a reset. So connections are closed by replies (`Connection: close`, see `closeWithReplies`) for as long as
 * requests come, and only those that have been idle for a while are closed at the end.
 */
export class HttpDrain {
  readonly #server: Server;
  readonly #connections = new Map<Socket, Connection>();

  /** From here on it counts connections: before the server listens. */
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

  /** Resolves when what was asked has been answered, or has had its time. The server still listens then. */
  async run({ delayMs, endLongWork }: Options): Promise<void> {
    const began = performance.now();
    await delay(delayMs);
    await this.#until(() => this.#isQuietSince(began), TELL_WITHIN_MS);
    endLongWork();
    await this.#until(() => this.#underWay === 0, FINISH_WITHIN_MS);
  }

  /** Closes the listener, and what is idle by now; what is not ends with its reply, or after a while. */
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
      // Idle before the drain as well: it has not been told anything yet, and may be used in the next moment.
      const idle = now - Math.max(connection.lastActive, began) >= IDLE_MS;
      if (connection.underWay === 0 && !idle) quiet = false;
    }
    return quiet;
  }

  async #until(done: () => boolean, withinMs: number): Promise<void> {
    const last = performance.now() + withinMs;
    while (!done() && performance.now() < last) await delay(LOOK_MS);
  }
}

/** While the server drains, every reply is the last one on its connection: its caller opens the next one elsewhere. */
export function closeWithReplies(app: FastifyInstance, draining: AbortSignal): void {
  app.addHook("onSend", (_request, reply, _payload, done) => {
    if (draining.aborted) reply.header("Connection", "close");
    done();
  });
}
