import { sql } from "kysely";
import { sourceNames } from "../../listings/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import type { BrokerageSources } from "../brokerages.schemas.ts";
import { findVisibleBrokerage } from "../visible-brokerage.ts";

/**
 * The sources whose listings a brokerage shows (decisions.md: Listings).
 *
 * @throws AppError 404 `Brokerage not found`.
 */
export async function getBrokerageSources(
  ctx: ActorContext,
  input: { brokerage_id: number },
): Promise<BrokerageSources> {
  const { id } = await findVisibleBrokerage(ctx, input.brokerage_id);
  return selectedSources(ctx.db, id);
}

/** The sources that a brokerage has selected; an empty list means all. */
export async function selectedSources(db: Db, brokerageId: number): Promise<BrokerageSources> {
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

/** The source ids whose listings each brokerage shows; null means all. Disabled brokerages are left out. */
export async function visibleSourceIds(
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
