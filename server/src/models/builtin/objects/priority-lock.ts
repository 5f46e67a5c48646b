type Waiting = { start: () => void };

/** Runs one task at a time: urgent ones first, each kind in the order of its calls. */
export class PriorityLock {
  readonly #urgent: Waiting[] = [];
  readonly #others: Waiting[] = [];
  #isRunning = false;

  async run<Result>(urgent: boolean, task: () => Promise<Result>): Promise<Result> {
    if (this.#isRunning) {
      const { promise, resolve: start } = Promise.withResolvers<void>();
      (urgent ? this.#urgent : this.#others).push({ start });
      await promise;
    }
    this.#isRunning = true;
    try {
      return await task();
    } finally {
      const next = this.#urgent.shift() ?? this.#others.shift();
      if (next) next.start();
      else this.#isRunning = false;
    }
  }
}
