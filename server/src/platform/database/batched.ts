import type { Db } from "./database.ts";
import { isGroupTransaction } from "./group-commit.ts";

/**
 * A function of one input whose calls by the operations of a group transaction (`inGroupTransaction`) are combined: calls of one turn, and
 * those that arrive while earlier ones are under way, are one call of `run`. In any other transaction each call is one call of `run`.
 *
 * @param run returns one output per input, in the same order. Two runs never overlap in one transaction.
 */
export function batched<Ctx extends { db: Db }, Input, Output>(
  run: (ctx: Ctx, inputs: Input[]) => Promise<Output[]>,
): (ctx: Ctx, input: Input) => Promise<Output> {
  const batches = new WeakMap<Db, Batches<Ctx, Input, Output>>();
  return async (ctx, input) => {
    if (!isGroupTransaction(ctx.db)) return (await run(ctx, [input]))[0] as Output;
    const ofTransaction = batches.get(ctx.db) ?? new Batches(run);
    batches.set(ctx.db, ofTransaction);
    return ofTransaction.add(ctx, input);
  };
}

/** A read of which the operations of a group transaction share the answer, where they ask for the same key. */
export function batchedByKey<Ctx extends { db: Db }, Input, Output>(
  keyOf: (input: Input) => string | number,
  read: (ctx: Ctx, input: Input) => Promise<Output>,
): (ctx: Ctx, input: Input) => Promise<Output> {
  return batched((ctx, inputs) => {
    const answers = new Map<string | number, Promise<Output>>();
    return Promise.all(
      inputs.map((input) => {
        const key = keyOf(input);
        const answer = answers.get(key) ?? read(ctx, input);
        answers.set(key, answer);
        return answer;
      }),
    );
  });
}

class Batches<Ctx, Input, Output> {
  readonly #run: (ctx: Ctx, inputs: Input[]) => Promise<Output[]>;
  #next: { inputs: Input[]; outputs: Promise<Output[]> } | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(run: (ctx: Ctx, inputs: Input[]) => Promise<Output[]>) {
    this.#run = run;
  }

  async add(ctx: Ctx, input: Input): Promise<Output> {
    this.#next ??= this.#start(ctx);
    const { inputs, outputs } = this.#next;
    const nth = inputs.push(input) - 1;
    return (await outputs)[nth] as Output;
  }

  #start(ctx: Ctx) {
    const inputs: Input[] = [];
    const outputs = Promise.all([this.#last, endOfTurn()]).then(() => {
      this.#next = null;
      return this.#run(ctx, inputs);
    });
    this.#last = outputs.catch(() => {});
    return { inputs, outputs };
  }
}

/** After all operations that have been resumed by the same answer. */
function endOfTurn(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}
