import type { Db } from "../../platform/database/database.ts";
import type { Source } from "./plan-batch.ts";

export async function findOrCreateSource(db: Db, name: string): Promise<Source> {
  await db
    .insertInto("sources")
    .values({ name })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  return db.selectFrom("sources").select(["id", "name"]).where("name", "=", name).executeTakeFirstOrThrow();
}

/** The listings of a source have been read completely: by its feed, or by an import. */
export async function markSourceUpdated(db: Db, sourceId: number, at: Date): Promise<void> {
  await db.updateTable("sources").set({ last_updated_at: at }).where("id", "=", sourceId).execute();
}
