/**
 * Bounds of a batch: how long its transaction may take, and how many rows it has at least and at most. On a busy machine a
 * transaction is slow for other reasons, and fewer rows would not help.
 */
export type BatchBounds = { milliseconds: number; minRows: number; maxRows: number };

/** In a process that answers no searches: a longer batch costs less a row, and only other imports wait for its end. */
export const offlineBounds: BatchBounds = { milliseconds: 250, minRows: 200, maxRows: 1000 };

/** On PostgreSQL, where reads have connections of their own: a longer batch costs less a row. */
export const sharedBounds: BatchBounds = { milliseconds: 60, minRows: 200, maxRows: 1000 };

/** On the embedded database, where every read waits for the transaction that is under way. */
export const embeddedBounds: BatchBounds = { milliseconds: 25, minRows: 25, maxRows: 200 };

/** Before the server is ready no read waits: fewer transactions and statements, and fewer listings whose versions are in two batches. */
export const initialLoadBounds: BatchBounds = { milliseconds: 1000, minRows: 1500, maxRows: 3000 };

/** The number of rows that a transaction can store in the given time, learned from the batches before. */
export class BatchSize {
  #rows: number;
  readonly #bounds: BatchBounds;

  constructor(bounds: BatchBounds) {
    this.#bounds = bounds;
    this.#rows = bounds.minRows;
  }

  get rows(): number {
    return this.#rows;
  }

  /** A slow batch halves the size at most, a quick one doubles it at most; a batch of few rows is no measure. */
  note(rows: number, milliseconds: number): void {
    if (rows * 2 < this.#rows && milliseconds <= this.#bounds.milliseconds) return;
    const fitting = (rows * this.#bounds.milliseconds) / Math.max(milliseconds, 0.1);
    const next = Math.min(Math.max(fitting, this.#rows / 2), this.#rows * 2);
    this.#rows = Math.round(Math.min(Math.max(next, this.#bounds.minRows), this.#bounds.maxRows));
  }
}
