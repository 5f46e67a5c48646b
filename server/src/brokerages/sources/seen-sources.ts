import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/** The source ids whose listings each brokerage shows; null means all. Disabled brokerages are left out. */
export async function seenSources(
  db: Db,
  brokerageIds: readonly number[],
): Promise<Map<number, ReadonlySet<number> | null>> {
  if (brokerageIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; source_ids: number[] | null }>`
    select id,
      (select array_agg(source_id) from brokerage_sources where brokerage_id = brokerages.id) as source_ids
    from brokerages
    where id = any(${[...new Set(brokerageIds)]}::integer[])
      and disabled_at is null`.execute(db);
  return new Map(rows.map(({ id, source_ids }) => [id, source_ids && new Set(source_ids)]));
}
