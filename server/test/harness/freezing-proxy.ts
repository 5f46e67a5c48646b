import { connect, createServer, type Socket } from "node:net";

/**
 * Stands between us and a PostgreSQL that other tests use too. Frozen, it is to us what a stopped server is: connections are
 * taken, nothing is answered, and what was sent arrives when it thaws, even from those who have hung up.
 */
export type FreezingProxy = {
  url: string;
  freeze(): void;
  thaw(): void;
  /** As a server that is stopped: every connection is ended, and new ones are refused until `start`. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** From now on the connections that there are carry nothing, and neither side is told. */
  loseConnections(): void;
  /** So many of the connections that come next carry nothing. */
  loseNext(count: number): void;
  /** How many connections have come. */
  readonly accepted: number;
  /** How many of them have not ended. */
  readonly open: number;
  close(): Promise<void>;
};

/** With `inventPids`, it tells each connection another process number than its backend has, as PgBouncer does. */
export async function startFreezingProxy(
  databaseUrl: string,
  { inventPids = false } = {},
): Promise<FreezingProxy> {
  const target = new URL(databaseUrl);
  const pairs = new Set<Pair>();
  const lost = new Set<Pair>();
  let frozen = false;
  let [accepted, open, toLose] = [0, 0, 0];

  const server = createServer({ allowHalfOpen: true }, (client) => {
    const backend = connect({ port: Number(target.port), host: target.hostname });
    const pair = new Pair(client, backend, inventPids ? withInventedPid : (bytes) => bytes);
    accepted++;
    open++;
    client.once("close", () => open--);
    const isLost = toLose-- > 0;
    (isLost ? lost : pairs).add(pair);
    if (frozen || isLost) pair.freeze();
  });
  const listen = (port: number) =>
    new Promise<void>((listening) => server.listen(port, "127.0.0.1", listening));
  await listen(0);
  const { port } = server.address() as { port: number };
  const own = new URL(databaseUrl);
  own.hostname = "127.0.0.1";
  own.port = String(port);
  const stop = async () => {
    for (const pair of [...pairs, ...lost]) pair.end();
    await new Promise((closed) => server.close(closed));
  };

  return {
    url: own.href,
    freeze() {
      frozen = true;
      for (const pair of pairs) pair.freeze();
    },
    thaw() {
      frozen = false;
      for (const pair of pairs) pair.thaw();
    },
    loseConnections() {
      for (const pair of pairs) {
        pair.freeze();
        lost.add(pair);
      }
      pairs.clear();
    },
    loseNext(count) {
      toLose = count;
    },
    get accepted() {
      return accepted;
    },
    get open() {
      return open;
    },
    stop,
    start: () => listen(port),
    close: stop,
  };
}

/** BackendKeyData: a K, its length, and the process. */
const BACKEND_KEY = Buffer.from([0x4b, 0, 0, 0, 12]);
const INVENTED_PID = 1_999_999_999;

function withInventedPid(bytes: Buffer): Buffer {
  const at = bytes.indexOf(BACKEND_KEY);
  if (at !== -1) bytes.writeInt32BE(INVENTED_PID, at + BACKEND_KEY.length);
  return bytes;
}

/** Two ends of a connection. What comes from one while it is frozen is kept for the other, its end included. */
class Pair {
  readonly #ends: readonly [Socket, Socket];
  #kept: (() => void)[] = [];
  #frozen = false;

  constructor(client: Socket, server: Socket, fromServer: (bytes: Buffer) => Buffer) {
    this.#ends = [client, server];
    this.#join(client, server, (bytes) => bytes);
    this.#join(server, client, fromServer);
  }

  freeze(): void {
    this.#frozen = true;
  }

  thaw(): void {
    this.#frozen = false;
    for (const deliver of this.#kept.splice(0)) deliver();
  }

  end(): void {
    for (const socket of this.#ends) socket.destroy();
  }

  #join(from: Socket, to: Socket, change: (bytes: Buffer) => Buffer): void {
    const pass = (deliver: () => void) => {
      if (this.#frozen) this.#kept.push(deliver);
      else deliver();
    };
    from.on("data", (bytes) => pass(() => to.writable && to.write(change(bytes))));
    from.on("error", () => from.destroy());
    from.on("close", () => pass(() => to.end()));
    from.on("end", () => pass(() => to.end()));
  }
}
