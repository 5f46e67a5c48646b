import { sql } from "kysely";
import type { ReaderPosition } from "../../listings/index.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";

/** Where the noting of photos is in the change log of the listings. */
export async function photosPosition(db: Db): Promise<ReaderPosition> {
  const row = await db
    .selectFrom("image_readers")
    .select(["revision", "compared_through"])
    .where("reader", "=", "photos")
    .executeTakeFirst();
  return { revision: row?.revision ?? 0, comparedThrough: row?.compared_through ?? 0 };
}

/** The photos of all listings that were gone by then are known to be gone. */
export async function photosCompared(ctx: Context, through: number): Promise<void> {
  const updated_at = ctx.clock.now();
  await ctx.db
    .insertInto("image_readers")
    .values({ reader: "photos", compared_through: through, updated_at })
    .onConflict((conflict) =>
      conflict.column("reader").doUpdateSet({ compared_through: through, updated_at }),
    )
    .execute();
}

/** Up to which revision of the listings' change log their photos are known; 0 at first. */
export async function photosKnownThrough(db: Db): Promise<number> {
  const row = await db
    .selectFrom("image_readers")
    .select("revision")
    .where("reader", "=", "photos")
    .executeTakeFirst();
  return row?.revision ?? 0;
}

/**
 * Moves on, in the transaction that stores what has been read. Of several processes that have read the same part one wins; the
 * row stays locked to the commit, so that what is stored becomes visible in order.
 *
 * @returns false when another process has moved it meanwhile: nothing is to be stored.
 */
export async function photosKnownNow(
  ctx: Context,
  { from, to }: { from: number; to: number },
): Promise<boolean> {
  const updated_at = ctx.clock.now();
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto("image_readers")
    .values({ reader: "photos", revision: to, updated_at })
    .onConflict((conflict) =>
      conflict
        .column("reader")
        .doUpdateSet({ revision: to, updated_at })
        .where("image_readers.revision", "=", from),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Until the transaction ends one alone notes photos, or writes vectors. */
export async function alone(db: Db, reader: "photos" | "vectors"): Promise<void> {
  await sql`
    select 1
    from image_readers
    where reader = ${reader}
    for update`.execute(db);
}
