import type { Db } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import type { BrokerageSummary } from "./brokerage-summary.ts";

/**
 * The brokerage that a command names for an addition.
 *
 * @throws AppError 404 `Brokerage not found`, also for a disabled one.
 */
export async function brokerageBySlug(db: Db, slug: string): Promise<BrokerageSummary> {
  const row = await db
    .selectFrom("brokerages")
    .select(["id", "name", "slug"])
    .where("slug", "=", slug)
    .where("disabled_at", "is", null)
    .executeTakeFirst();
  if (!row) throw new AppError("not_found", "Brokerage not found");
  return row;
}
