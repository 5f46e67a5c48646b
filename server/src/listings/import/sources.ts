import type { Db } from "../../platform/database/database.ts";
import type { Source } from "./plan-batch.ts";

export async function findOrCreateSource(db: Db, name: string): Promise<Source> {
  const known = await sourceNamed(db, name).executeTakeFirst();
  if (known) return known;
  await db
    .insertInto("sources")
    .values({ name })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  return sourceNamed(db, name).executeTakeFirstOrThrow();
}

function sourceNamed(db: Db, name: string) {
  return db.selectFrom("sources").select(["id", "name"]).where("name", "=", name);
}

/** The listings of a source have been read completely: by its feed, or by an import. */
export async function markSourceUpdated(db: Db, sourceId: number, at: Date): Promise<void> {
  await db.updateTable("sources").set({ last_updated_at: at }).where("id", "=", sourceId).execute();
}
