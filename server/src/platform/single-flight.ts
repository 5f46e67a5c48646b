type Shared<Result> = {
  result: Promise<Result>;
  settled: boolean;
  callers: number;
  controller: AbortController;
};

/**
 * Concurrent calls with the same key share one run of the work. The run is aborted when all of its callers have aborted
 * before it settles. Background tasks that the work has started and not awaited continue.
 */
export class SingleFlight<Result> {
  readonly #inFlight = new Map<string, Shared<Result>>();

  get size(): number {
    return this.#inFlight.size;
  }

  /** @throws what the work throws, or the signal's reason when the caller aborts; the run continues for other callers. */
  async run(
    key: string,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    signal.throwIfAborted();
    const shared = this.#inFlight.get(key) ?? this.#start(key, work);
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
    const controller = new AbortController();
    const settle = () => {
      shared.settled = true;
      this.#forget(key, shared);
    };
    // `settled` is set before any caller's promise resolves.
    const result = work(controller.signal).finally(settle);
    const shared: Shared<Result> = { result, settled: false, callers: 0, controller };
    this.#inFlight.set(key, shared);
    // Callers handle the rejection. Without callers it would count as unhandled.
    result.catch(() => {});
    return shared;
  }

  #abandon(key: string, shared: Shared<Result>): void {
    this.#forget(key, shared);
    shared.controller.abort();
  }

  /** A new run may have taken the key of an abandoned one. */
  #forget(key: string, shared: Shared<Result>): void {
    if (this.#inFlight.get(key) === shared) this.#inFlight.delete(key);
  }
}
