import type { ReaderPosition } from "../listings/index.ts";
import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/database.ts";

/** Who reads on through what has changed: the maker of documents, or a text model. */
export type Reader = "documents" | `vectors ${string}`;

/** Where the maker of documents is in the change log of the listings. */
export async function documentsPosition(db: Db): Promise<ReaderPosition> {
  const row = await db
    .selectFrom("listing_readers")
    .select(["revision", "compared_through"])
    .where("reader", "=", "documents")
    .executeTakeFirst();
  return { revision: row?.revision ?? 0, comparedThrough: row?.compared_through ?? 0 };
}

/** It has dropped the documents of all listings that were gone by then. */
export async function documentsCompared(ctx: Context, through: number): Promise<void> {
  const updated_at = ctx.clock.now();
  await ctx.db
    .insertInto("listing_readers")
    .values({ reader: "documents", compared_through: through, updated_at })
    .onConflict((conflict) =>
      conflict.column("reader").doUpdateSet({ compared_through: through, updated_at }),
    )
    .execute();
}

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
