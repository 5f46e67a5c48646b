import { AppError } from "./errors.ts";

export type FairQueueLimits = {
  /** How much work runs at once. */
  slots: number;
  /** Of them, how many one caller may hold. */
  slotsPerCaller: number;
  /** How much work waits at most; by caller too. */
  waiting: number;
  waitingPerCaller: number;
  /** `retry_after` of a refusal, in seconds. */
  retryAfterSeconds: number;
  /** What a 503 says when every place is taken. */
  busy: string;
};

type Waiting = { start: () => void; refuse: (error: AppError) => void };

/** The caller of work that no request asked for. */
const OWN_WORK = "own work";

/**
 * A bounded queue that is fair between callers: a free slot goes to the callers in turn, however much each has waiting.
 * When the queue is full, the newest work of the caller with the most waiting makes room, so that one caller cannot
 * have others refused. Work whose caller has left is dropped before it starts.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  /** By caller, oldest first. The order of the callers is the order of their turns. */
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #runningOf = new Map<string, number>();
  #running = 0;
  #waitingInAll = 0;

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waitingInAll;
  }

  /**
   * Runs the work when it is its caller's turn.
   *
   * @param caller whose share it counts against (`ctx.caller`); null for the product's own work, which is one caller.
   * @throws AppError 429 when the caller has too much waiting, 503 when the queue is full; the signal's reason when it is
   * aborted before the work starts. The work has the signal to end itself afterwards.
   */
  async run<R>(caller: string | null, signal: AbortSignal, work: () => Promise<R>): Promise<R> {
    const name = caller ?? OWN_WORK;
    signal.throwIfAborted();
    if (this.#hasSlotFor(name)) this.#take(name);
    else await this.#wait(name, signal);
    try {
      return await work();
    } finally {
      this.#release(name);
    }
  }

  /**
   * Refuses work of a caller who has too much waiting already, so that nothing needs to be done to prepare it.
   *
   * @throws AppError 429
   */
  assertCapacityFor(caller: string | null): void {
    const own = this.#waiting.get(caller ?? OWN_WORK)?.length ?? 0;
    if (own < this.#limits.waitingPerCaller) return;
    throw new AppError("too_many_requests", "Rate limit exceeded", {
      retryAfter: this.#limits.retryAfterSeconds,
    });
  }

  #hasSlotFor(name: string): boolean {
    return (
      this.#running < this.#limits.slots && (this.#runningOf.get(name) ?? 0) < this.#limits.slotsPerCaller
    );
  }

  #take(name: string): void {
    this.#running++;
    this.#runningOf.set(name, (this.#runningOf.get(name) ?? 0) + 1);
  }

  #release(name: string): void {
    this.#running--;
    const left = (this.#runningOf.get(name) ?? 1) - 1;
    if (left === 0) this.#runningOf.delete(name);
    else this.#runningOf.set(name, left);
    this.#startNext();
  }

  /** Resolves when a slot has been taken for the caller. */
  async #wait(name: string, signal: AbortSignal): Promise<void> {
    this.#makeRoomFor(name);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting: Waiting = { start: resolve, refuse: reject };
    const line = this.#waiting.get(name) ?? [];
    line.push(waiting);
    this.#waiting.set(name, line);
    this.#waitingInAll++;
    const leave = () => {
      if (this.#remove(name, waiting)) reject(signal.reason);
    };
    signal.addEventListener("abort", leave, { once: true });
    return promise.finally(() => signal.removeEventListener("abort", leave));
  }

  #makeRoomFor(name: string): void {
    this.assertCapacityFor(name);
    const own = this.#waiting.get(name)?.length ?? 0;
    const { waiting, retryAfterSeconds: retryAfter, busy } = this.#limits;
    if (this.#waitingInAll < waiting) return;
    const refusal = new AppError("unavailable", busy, { retryAfter });
    const [longest, line] = [...this.#waiting].reduce((a, b) => (b[1].length > a[1].length ? b : a));
    const newest = line.at(-1);
    if (newest === undefined || line.length <= own + 1) throw refusal;
    this.#remove(longest, newest);
    newest.refuse(new AppError("too_many_requests", "Rate limit exceeded", { retryAfter }));
  }

  #remove(name: string, waiting: Waiting): boolean {
    const line = this.#waiting.get(name);
    const at = line?.indexOf(waiting) ?? -1;
    if (!line || at < 0) return false;
    line.splice(at, 1);
    if (line.length === 0) this.#waiting.delete(name);
    this.#waitingInAll--;
    return true;
  }

  #startNext(): void {
    for (const [name, line] of this.#waiting) {
      if (!this.#hasSlotFor(name)) continue;
      const next = line[0];
      if (next === undefined) continue;
      this.#remove(name, next);
      // The caller's next turn comes after all others'.
      if (line.length > 0) {
        this.#waiting.delete(name);
        this.#waiting.set(name, line);
      }
      this.#take(name);
      next.start();
      return;
    }
  }
}
