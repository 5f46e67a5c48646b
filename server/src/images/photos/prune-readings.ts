import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { type Db, inTransaction } from "../../platform/database/database.ts";
import { alone } from "./readers.sql.ts";

/** Ids at once; each is looked up in listing_images_reading_ids. */
const IDS_A_TURN = 2000;

/**
 * Forgets what was made of pictures that no listing shows any more.
 *
 * @returns how many were forgotten.
 */
export async function pruneReadings(ctx: Context): Promise<number> {
  const greatest = await ctx.db
    .selectFrom("image_readings")
    .select(({ fn }) => fn.max("id").as("id"))
    .executeTakeFirst();
  let forgotten = 0;
  for (let from = 0; from < (greatest?.id ?? 0) && !ctx.signal.aborted; from += IDS_A_TURN) {
    forgotten += await inTransaction(ctx, async ({ db }) => {
      // Else a listing that comes in now could take up a reading that goes.
      await alone(db, "photos");
      return forgetUnused(db, from, from + IDS_A_TURN);
    });
  }
  return forgotten;
}

async function forgetUnused(db: Db, after: number, through: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from image_readings
    where id > ${after}
      and id <= ${through}
      and not exists (
        select 1
        from listing_images
        where reading_ids @> array[image_readings.id]
      )`.execute(db);
  return Number(numAffectedRows ?? 0);
}
