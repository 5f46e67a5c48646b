import { sourceNames } from "../../listings/index.ts";
import type { Db } from "../../platform/database/database.ts";
import type { BrokerageSources } from "./brokerage-sources.schemas.ts";

/** The sources that a brokerage has selected; an empty list means all. */
export async function subscriptions(db: Db, brokerageId: number): Promise<BrokerageSources> {
  const rows = await db
    .selectFrom("brokerage_sources")
    .select("source_id")
    .where("brokerage_id", "=", brokerageId)
    .execute();
  return {
    sources: await sourceNames(
      db,
      rows.map((row) => row.source_id),
    ),
  };
}
