import type { Log } from "../platform/log.ts";

const POLL_MS = 1000;

/** Keeps a process's copy of stored data current: loads at the first use, then polls every second. */
export class Follower {
  readonly #read: () => Promise<void>;
  readonly #log: Log;
  readonly #failure: string;
  #starting: Promise<void> | null = null;
  #running: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;

  /** `failure`: the log line when a poll fails. */
  constructor({ read, log, failure }: { read: () => Promise<void>; log: Log; failure: string }) {
    this.#read = read;
    this.#log = log;
    this.#failure = failure;
  }

  /** Resolves when all stored data has been read; after a failure the next call tries again. */
  start(): Promise<void> {
    this.#starting ??= this.#begin().catch((error: unknown) => {
      this.#starting = null;
      throw error;
    });
    return this.#starting;
  }

  /** Resolves when everything committed before the call has been read; at once when nothing was started. */
  async catchUp(): Promise<void> {
    if (this.#starting) await this.#catchUp();
  }

  /** Resolves when no read is running; none starts after it. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#starting?.catch(() => {});
    await this.#running?.catch(() => {});
  }

  /** Calls share the next read, because the running one may have missed what was just committed. */
  async #catchUp(): Promise<void> {
    if (this.#running) await this.#running.catch(() => {});
    this.#running ??= this.#readUnlessStopped().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #readUnlessStopped(): Promise<void> {
    if (!this.#stopped) await this.#read();
  }

  async #begin(): Promise<void> {
    await this.#catchUp();
    this.#schedule();
  }

  #schedule(): void {
    if (!this.#stopped) this.#timer = setTimeout(() => void this.#poll(), POLL_MS).unref();
  }

  async #poll(): Promise<void> {
    await this.#catchUp().catch((error: unknown) => this.#log.error({ err: error }, this.#failure));
    this.#schedule();
  }
}
