import { type Db, inTransaction } from "../../platform/database/database.ts";
import type { BatchWriter, CommitWith } from "./batch-writer.ts";
import type { ImportItem } from "./listing-record.ts";
import { rejectOf } from "./reject.ts";
import { type BatchOutcome, emptyOutcome } from "./store-batch.ts";

/** Called in each transaction, with the items that it stores. */
export type CommitPart = (db: Db, items: ImportItem[], outcome: BatchOutcome) => Promise<void>;

export type PartOptions = {
  commitPart?: CommitPart | undefined;
  /** Called with items of which nothing differs, as in `WriteOptions`. */
  keepUnchanged?: ((items: ImportItem[], outcome: BatchOutcome) => boolean) | undefined;
};

/**
 * Writes a batch. The readers refuse what the database would not take; should one record slip through, it must not cost the rest of
 * its batch: halves are tried, in their order, until it stands alone, and then it is a reject.
 */
export async function writeOrSplit(
  ctx: { db: Db },
  writer: BatchWriter,
  batch: ImportItem[],
  { commitPart, keepUnchanged }: PartOptions = {},
): Promise<BatchOutcome> {
  const commitWith: CommitWith | undefined = commitPart && ((db, outcome) => commitPart(db, batch, outcome));
  try {
    return await writer.write(batch, {
      commitWith,
      keepUnchanged: keepUnchanged && ((outcome) => keepUnchanged(batch, outcome)),
    });
  } catch (error) {
    if (!isAboutTheData(error)) throw error;
    const [only] = batch;
    if (batch.length === 1 && only) {
      const rejects = [rejectOf(only, [`The database refuses it: ${error.message}`])];
      const outcome = { ...emptyOutcome, rejects };
      if (commitWith) await inTransaction(ctx, ({ db }) => commitWith(db, outcome));
      return outcome;
    }
    const middle = batch.length >> 1;
    const options = { commitPart, keepUnchanged };
    const first = await writeOrSplit(ctx, writer, batch.slice(0, middle), options);
    const second = await writeOrSplit(ctx, writer, batch.slice(middle), options);
    return {
      created: first.created + second.created,
      updated: first.updated + second.updated,
      unchanged: first.unchanged + second.unchanged,
      removed: first.removed + second.removed,
      photos: first.photos + second.photos,
      touchesListings: first.touchesListings || second.touchesListings,
      rejects: [...first.rejects, ...second.rejects],
      keyConflicts: [...first.keyConflicts, ...second.keyConflicts],
      cards: [...first.cards, ...second.cards],
      parties: [],
    };
  }
}

/** SQLSTATE classes of values, of constraints and of limits. */
export function isAboutTheData(error: unknown): error is Error {
  return error instanceof Error && "code" in error && /^(22|23|54)...$/.test(String(error.code));
}
