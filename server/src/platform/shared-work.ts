/** Callers who want the same thing at the same time share one piece of work, which is aborted when all of them have left. */
export class SharedWork<Result> {
  readonly #underWay = new Map<
    string,
    { result: Promise<Result>; callers: number; abandon: AbortController }
  >();

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
      if (--shared.callers === 0) this.#abandon(key, shared);
    }
  }

  #start(key: string, work: (signal: AbortSignal) => Promise<Result>) {
    const abandon = new AbortController();
    const shared = { result: work(abandon.signal), callers: 0, abandon };
    this.#underWay.set(key, shared);
    // Callers hear of it by themselves; without any, nobody does.
    shared.result.catch(() => {}).finally(() => this.#forget(key, shared));
    return shared;
  }

  #abandon(key: string, shared: { abandon: AbortController }): void {
    this.#forget(key, shared);
    shared.abandon.abort();
  }

  /** What was abandoned may have been started anew. */
  #forget(key: string, shared: { abandon: AbortController }): void {
    if (this.#underWay.get(key)?.abandon === shared.abandon) this.#underWay.delete(key);
  }
}
