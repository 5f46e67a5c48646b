import type { Db } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";

/**
 * Makes sure that there is such a brokerage, for whoever is about to add something to it.
 *
 * @throws AppError 404 `Brokerage not found`, also for a disabled one.
 */
export async function requireBrokerage(db: Db, brokerageId: number): Promise<void> {
  const row = await db
    .selectFrom("brokerages")
    .select("id")
    .where("id", "=", brokerageId)
    .where("disabled_at", "is", null)
    .executeTakeFirst();
  if (!row) throw new AppError("not_found", "Brokerage not found");
}
