import type { Selectable } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { WebhookEndpoints } from "../../platform/database/types.generated.ts";

export type SettledEndpoint = Selectable<WebhookEndpoints>;

/** Held to the end of the transaction; those that are deleted are left out. Index: webhook_endpoints_pkey. */
export async function lockEndpoints(db: Db, ids: readonly number[]): Promise<SettledEndpoint[]> {
  return db
    .selectFrom("webhook_endpoints")
    .selectAll()
    .where("id", "in", ids)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}

export async function setFailingSince(db: Db, id: number, failing_since: Date | null): Promise<void> {
  await db.updateTable("webhook_endpoints").set({ failing_since }).where("id", "=", id).execute();
}
