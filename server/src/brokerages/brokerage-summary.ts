import type { Db } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";

/** A reference to a brokerage in records of other kinds (SPEC: Agent). */
export type BrokerageSummary = { id: number; name: string; slug: string };

/**
 * Also for a disabled brokerage, whose records admins still read.
 *
 * @throws AppError 404 `Brokerage not found`.
 */
export async function brokerageSummary(db: Db, brokerageId: number): Promise<BrokerageSummary> {
  const found = (await brokerageSummaries(db, [brokerageId])).get(brokerageId);
  if (!found) throw new AppError("not_found", "Brokerage not found");
  return found;
}

/** The same for several, by id; unknown ids are left out. */
export async function brokerageSummaries(
  db: Db,
  brokerageIds: number[],
): Promise<Map<number, BrokerageSummary>> {
  if (brokerageIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("brokerages")
    .select(["id", "name", "slug"])
    .where("id", "in", brokerageIds)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
