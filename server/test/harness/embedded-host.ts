import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { EmbeddedDatabase } from "../../src/platform/database/embedded/start-embedded.ts";

/** What the child is asked; its answer names the socket that it is about. */
export type HostQuestion = { ask: "open" | "close"; dataDir: string; socketPath: string };
export type HostAnswer = { socketPath: string; failure: string | null };

const CHILD = fileURLToPath(new URL("./embedded-host-child.ts", import.meta.url));
/** What databases leave behind in memory goes with their process. */
const DATABASES_A_HOST = 40;

/** A process that serves one database after the other. */
class Host {
  readonly #child: ChildProcess = fork(CHILD, {
    execArgv: ["--disable-warning=ExperimentalWarning"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  readonly #waiting = new Map<string, (failure: string | null) => void>();
  #served = 0;
  #open = 0;

  constructor() {
    this.#child.on("message", ({ socketPath, failure }: HostAnswer) =>
      this.#waiting.get(socketPath)?.(failure),
    );
    this.#child.once("exit", () => {
      for (const reject of this.#waiting.values()) reject("the database process has ended");
    });
    // The worker does not stay for it.
    this.#child.unref();
    this.#child.channel?.unref();
  }

  get usable(): boolean {
    return this.#child.connected && this.#served < DATABASES_A_HOST;
  }

  async open(dataDir: string): Promise<EmbeddedDatabase> {
    this.#served++;
    this.#open++;
    const socketFolder = mkdtempSync(join(tmpdir(), "lintel-"));
    const place = { dataDir, socketPath: join(socketFolder, ".s.PGSQL.5432") };
    await this.#ask({ ask: "open", ...place });
    const stop = async () => {
      await this.#ask({ ask: "close", ...place });
      rmSync(socketFolder, { recursive: true, force: true });
      this.#open--;
      if (this.#open === 0 && !this.usable) this.#child.disconnect();
    };
    // Its process serves others too: one that is stopped would fail them all.
    return { socketFolder, answers: async () => {}, stop };
  }

  async #ask(question: HostQuestion): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<string | null>();
    this.#waiting.set(question.socketPath, resolve);
    this.#child.channel?.ref();
    this.#child.send(question);
    const failure = await promise;
    this.#waiting.delete(question.socketPath);
    if (this.#waiting.size === 0) this.#child.channel?.unref();
    if (failure !== null) throw new Error(`Cannot ${question.ask} the database: ${failure}`);
  }
}

let host: Host | null = null;

/** Opens the database in a folder that no other process has open. */
export function openInHost(dataDir: string): Promise<EmbeddedDatabase> {
  if (!host?.usable) host = new Host();
  return host.open(dataDir);
}
