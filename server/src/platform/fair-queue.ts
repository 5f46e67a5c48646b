import { AppError } from "./errors.ts";

export type FairQueueLimits = {
  /** Tasks that run at once. */
  slots: number;
  /** Slots that one caller may hold. */
  slotsPerCaller: number;
  /** Maximum numbers of waiting tasks, in all and per caller. */
  waiting: number;
  waitingPerCaller: number;
  /** `retry_after` of a refusal, in seconds. */
  retryAfterSeconds: number;
  /** Text of the 503 when the queue is full. */
  busy: string;
};

type Waiting = { start: () => void; refuse: (error: AppError) => void };

/** Caller name of work that no request started. */
const OWN_WORK = "own work";

/**
 * A bounded queue that is fair between callers: a free slot goes to the callers round-robin, regardless of how many
 * tasks each has waiting. When the queue is full, the newest task of the caller with the most waiting tasks is
 * evicted, so that one caller cannot have others refused. A task is dropped when its caller aborts before it starts.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  /** By caller, oldest first. The order of the callers is the round-robin order. */
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #runningOf = new Map<string, number>();
  #running = 0;
  #waitingTotal = 0;

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waitingTotal;
  }

  /**
   * Runs the work when a slot goes to its caller.
   *
   * @param caller whose share it counts against (`ctx.caller`); null for the product's own work, which is one caller.
   * @throws AppError 429 when the caller has too many tasks waiting, 503 when the queue is full; the signal's reason
   * when it is aborted before the work starts. Running work has to observe the signal itself.
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
   * Refuses early, before the work is prepared, when the caller has too many tasks waiting.
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
    this.#evictFor(name);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting: Waiting = { start: resolve, refuse: reject };
    const queue = this.#waiting.get(name) ?? [];
    queue.push(waiting);
    this.#waiting.set(name, queue);
    this.#waitingTotal++;
    const leave = () => {
      if (this.#remove(name, waiting)) reject(signal.reason);
    };
    signal.addEventListener("abort", leave, { once: true });
    return promise.finally(() => signal.removeEventListener("abort", leave));
  }

  #evictFor(name: string): void {
    this.assertCapacityFor(name);
    const own = this.#waiting.get(name)?.length ?? 0;
    const { waiting, retryAfterSeconds: retryAfter, busy } = this.#limits;
    if (this.#waitingTotal < waiting) return;
    const refusal = new AppError("unavailable", busy, { retryAfter });
    const [longest, queue] = [...this.#waiting].reduce((a, b) => (b[1].length > a[1].length ? b : a));
    const newest = queue.at(-1);
    if (newest === undefined || queue.length <= own + 1) throw refusal;
    this.#remove(longest, newest);
    newest.refuse(new AppError("too_many_requests", "Rate limit exceeded", { retryAfter }));
  }

  #remove(name: string, waiting: Waiting): boolean {
    const queue = this.#waiting.get(name);
    const index = queue?.indexOf(waiting) ?? -1;
    if (!queue || index < 0) return false;
    queue.splice(index, 1);
    if (queue.length === 0) this.#waiting.delete(name);
    this.#waitingTotal--;
    return true;
  }

  #startNext(): void {
    for (const [name, queue] of this.#waiting) {
      if (!this.#hasSlotFor(name)) continue;
      const next = queue[0];
      if (next === undefined) continue;
      this.#remove(name, next);
      // Round-robin: the caller moves to the end.
      if (queue.length > 0) {
        this.#waiting.delete(name);
        this.#waiting.set(name, queue);
      }
      this.#take(name);
      next.start();
      return;
    }
  }
}
