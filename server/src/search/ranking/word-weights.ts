import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/** Updates the statistics by which the database plans searches for words: the embedded one never does by itself. */
export async function refreshStatistics(db: Db): Promise<void> {
  await sql`analyze listing_documents`.execute(db);
}

/** Words with a lower share have the full weight. */
const RARE = 0.002;

/** How informative a word is, 0 to 1: the more listings contain it, the less. */
export function weightOfShare(share: number): number {
  if (share <= RARE) return 1;
  return Math.max(0.05, Math.log(1 / share) / Math.log(1 / RARE));
}
