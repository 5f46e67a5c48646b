import type { Context } from "../../platform/context.ts";
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

/** Notes that a source's listings are those of now. Index: sources_name_key. */
export async function noteUpdate({ db, clock }: Pick<Context, "db" | "clock">, name: string): Promise<void> {
  await db.updateTable("sources").set({ last_updated_at: clock.now() }).where("name", "=", name).execute();
}
