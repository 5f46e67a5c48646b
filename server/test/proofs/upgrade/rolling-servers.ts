import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type RoundRobinProxy, startRoundRobinProxy } from "../../harness/round-robin-proxy.ts";
import { freePort, lintel } from "../../harness/run-lintel.ts";

export const NEW = fileURLToPath(new URL("../../../../", import.meta.url));

/** Two servers behind a load balancer, of which each can be replaced by another version. */
export class RollingServers {
  readonly proxy: RoundRobinProxy;
  /** What the servers that have ended had printed. */
  log = "";
  readonly #ports: number[];
  readonly #settings: (port: number) => Record<string, string>;
  readonly #servers = new Map<number, ReturnType<typeof lintel>>();

  private constructor(
    proxy: RoundRobinProxy,
    ports: number[],
    settings: (port: number) => Record<string, string>,
  ) {
    this.proxy = proxy;
    this.#ports = ports;
    this.#settings = settings;
  }

  /** Starts both from the checkout `root`, one after the other. */
  static async start(
    root: string,
    settings: (port: number) => Record<string, string>,
  ): Promise<RollingServers> {
    const ports = [await freePort(), await freePort()];
    const servers = new RollingServers(await startRoundRobinProxy(ports), ports, settings);
    for (const port of ports) await servers.#start(port, root);
    for (const port of ports) await servers.proxy.isIn(port, true);
    return servers;
  }

  /**
   * Ends each server with SIGTERM and starts it from `root`, the second one when the first is in rotation again.
   *
   * @param refused is called when a server does not start, with what it printed; it is started once more after that.
   */
  async replace(root: string, refused?: (output: string) => Promise<void>): Promise<void> {
    for (const port of this.#ports) {
      const server = this.#servers.get(port);
      server?.child.kill("SIGTERM");
      const ended = await server?.exit;
      this.log += ended?.stdout ?? "";
      this.log += ended?.stderr ?? "";
      if (ended?.status !== 0) throw new Error(`A stop ended with ${ended?.status}: ${ended?.stderr}`);
      await this.#start(port, root).catch(async (error: Error) => {
        if (!refused) throw error;
        await refused(error.message);
        await this.#start(port, root);
      });
      await this.proxy.isIn(port, true);
    }
  }

  async close(): Promise<void> {
    await this.proxy.close();
    for (const { child, exit } of this.#servers.values()) {
      child.kill("SIGKILL");
      const { stdout, stderr } = await exit;
      this.log += stdout + stderr;
    }
  }

  async #start(port: number, root: string): Promise<void> {
    const settings = { ...this.#settings(port), PORT: String(port) };
    const server = lintel(["serve"], settings, { main: join(root, "server/src/main.ts") });
    this.#servers.set(port, server);
    await server.waitForOutput("http://");
  }
}
