import { BATCHES_UNDER_WAY } from "../../listings/index.ts";

/**
 * Stores a batch. `requireOrder` must be called in each of its transactions, before anything is stored, and before a batch of which
 * nothing differs is passed over.
 */
type Write<Batch, Outcome> = (batch: Batch, requireOrder: () => void) => Promise<Outcome>;

type UnderWay<Batch, Outcome> = { batch: Batch; isStored: boolean; written: Promise<Outcome> };

/** A batch is not stored, since an earlier one is not. */
class OutOfOrder extends Error {}

/**
 * Writes batches of which several are under way, each committed after all before it: a cursor that is stored with one passes nothing
 * that is not stored. Where a batch takes more than one transaction, those after it are rolled back, and written again.
 */
export class OrderedBatches<Batch, Outcome> {
  readonly #write: Write<Batch, Outcome>;
  readonly #underWay: UnderWay<Batch, Outcome>[] = [];
  readonly outcomes: Outcome[] = [];

  constructor(write: Write<Batch, Outcome>) {
    this.#write = write;
  }

  /** Begins to write a batch. @throws the error of an earlier one, once none is under way. */
  async add(batch: Batch): Promise<void> {
    if (this.#underWay.length === BATCHES_UNDER_WAY) await this.#settleFirst();
    const before = [...this.#underWay];
    const requireOrder = () => {
      if (before.some(({ isStored }) => !isStored))
        throw new OutOfOrder("An earlier batch is not stored yet");
    };
    const added = { batch, isStored: false, written: this.#write(batch, requireOrder) };
    added.written.then(
      () => {
        added.isStored = true;
      },
      () => {},
    );
    this.#underWay.push(added);
  }

  /** Waits for all. @throws the first error. */
  async end(): Promise<void> {
    while (this.#underWay.length > 0) await this.#settleFirst();
  }

  /** Waits until none is under way, whether they are stored or not. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#underWay.splice(0).map(({ written }) => written));
  }

  async #settleFirst(): Promise<void> {
    const first = this.#underWay[0] as UnderWay<Batch, Outcome>;
    try {
      this.outcomes.push(await first.written.catch((error) => this.#writeAgain(first, error)));
    } catch (error) {
      await this.settled();
      throw error;
    }
    this.#underWay.shift();
  }

  /** All before it are stored by now. */
  async #writeAgain(first: UnderWay<Batch, Outcome>, error: unknown): Promise<Outcome> {
    if (!(error instanceof OutOfOrder)) throw error;
    const outcome = await this.#write(first.batch, () => {});
    first.isStored = true;
    return outcome;
  }
}
