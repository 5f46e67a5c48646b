import type { Context } from "../context.ts";
import type { Db } from "../platform/database/database.ts";

/** Who reads on through what has changed: the maker of documents, or a text model. */
export type Reader = "documents" | `vectors ${string}`;

/** Up to which revision it has read; 0 at first. */
export async function readThrough(db: Db, reader: Reader): Promise<number> {
  const row = await db
    .selectFrom("listing_readers")
    .select("revision")
    .where("reader", "=", reader)
    .executeTakeFirst();
  return row?.revision ?? 0;
}

/**
 * Moves a reader on, in the transaction that stores what it has made. Of several processes that have read the same part one
 * wins; the row stays locked to the commit, so that what is stored becomes visible in order.
 *
 * @returns false when another process has moved it meanwhile: what was made is not to be stored.
 */
export async function moveOn(
  ctx: Context,
  { reader, from, to }: { reader: Reader; from: number; to: number },
): Promise<boolean> {
  const updated_at = ctx.clock.now();
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto("listing_readers")
    .values({ reader, revision: to, updated_at })
    .onConflict((conflict) =>
      conflict
        .column("reader")
        .doUpdateSet({ revision: to, updated_at })
        .where("listing_readers.revision", "=", from),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}
