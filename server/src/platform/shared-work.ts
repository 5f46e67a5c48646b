type Shared<Result> = {
  result: Promise<Result>;
  settled: boolean;
  callers: number;
  abandon: AbortController;
};

/**
 * Callers who want the same thing at the same time share one piece of work, which is aborted when all of them have left
 * before it has settled. What it has set going and not waited for goes on after that.
 */
export class SharedWork<Result> {
  readonly #underWay = new Map<string, Shared<Result>>();

  get size(): number {
    return this.#underWay.size;
  }

  /** @throws what the work throws; the signal's reason when it is aborted, and the work goes on for the others. */
  async run(
    key: string,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    signal.throwIfAborted();
    const shared = this.#underWay.get(key) ?? this.#start(key, work);
    shared.callers++;
    const { promise: left, reject } = Promise.withResolvers<never>();
    const leave = () => reject(signal.reason);
    signal.addEventListener("abort", leave, { once: true });
    try {
      return await Promise.race([shared.result, left]);
    } finally {
      signal.removeEventListener("abort", leave);
      if (--shared.callers === 0 && !shared.settled) this.#abandon(key, shared);
    }
  }

  #start(key: string, work: (signal: AbortSignal) => Promise<Result>): Shared<Result> {
    const abandon = new AbortController();
    const settle = () => {
      shared.settled = true;
      this.#forget(key, shared);
    };
    // Settled before any caller hears of it.
    const result = work(abandon.signal).finally(settle);
    const shared: Shared<Result> = { result, settled: false, callers: 0, abandon };
    this.#underWay.set(key, shared);
    // Callers hear of it by themselves; without any, nobody does.
    result.catch(() => {});
    return shared;
  }

  #abandon(key: string, shared: Shared<Result>): void {
    this.#forget(key, shared);
    shared.abandon.abort();
  }

  /** What was abandoned may have been started anew. */
  #forget(key: string, shared: Shared<Result>): void {
    if (this.#underWay.get(key) === shared) this.#underWay.delete(key);
  }
}
