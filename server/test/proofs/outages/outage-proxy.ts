import { connect, createServer, type Socket } from "node:net";

/** `open` passes everything on, `gone` refuses connections as a stopped server does, `silent` takes them and never answers. */
export type OutageState = "open" | "gone" | "silent";

/** A TCP proxy before a server, which refuses connections or stops answering as a failing server or network would. */
export class OutageProxy {
  #target: number;
  readonly #sockets = new Set<Socket>();
  #state: OutageState = "open";
  #server = createServer();
  port = 0;

  private constructor(target: number) {
    this.#target = target;
  }

  static async before(port: number): Promise<OutageProxy> {
    const proxy = new OutageProxy(port);
    await proxy.#listen();
    return proxy;
  }

  async set(state: OutageState): Promise<void> {
    const was = this.#state;
    this.#state = state;
    if (state === "silent") {
      for (const socket of this.#sockets) socket.pause();
      return;
    }
    // What was silent for a while has lost its connections by then.
    for (const socket of this.#sockets) socket.destroy();
    if (state === "gone") await this.#stopListening();
    else if (was === "gone") await this.#listen();
  }

  /** New connections lead to that port, open ones stay. */
  leadTo(port: number): void {
    this.#target = port;
  }

  async close(): Promise<void> {
    await this.set("gone");
  }

  async #listen(): Promise<void> {
    this.#server = createServer((client) => this.#pass(client));
    await new Promise<void>((listening) => this.#server.listen(this.port, "127.0.0.1", listening));
    this.port = (this.#server.address() as { port: number }).port;
  }

  async #stopListening(): Promise<void> {
    await new Promise((closed) => this.#server.close(closed));
  }

  #pass(client: Socket): void {
    this.#keep(client);
    if (this.#state === "silent") {
      client.pause();
      return;
    }
    const server = connect(this.#target, "127.0.0.1");
    this.#keep(server);
    client.pipe(server).pipe(client);
    client.once("close", () => server.destroy());
    server.once("close", () => client.destroy());
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    socket.on("error", () => socket.destroy());
  }
}
