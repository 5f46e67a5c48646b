import { type RawBuilder, sql } from "kysely";
import { isClaimed } from "../../leases/index.ts";
import type { Db } from "../../platform/database/database.ts";
import { type EnrichmentModels, modelsKey } from "./enrichment-models.ts";

/** A picture to be enriched, and which parts of the enrichment exist. */
export type DueEnrichment = {
  id: number;
  url: string;
  caption: string | null;
  image_of: string | null;
  failures_in_row: number;
  /** When the picture at this URL was last found to be replaced. */
  replaced_at: Date | null;
  /** The description by these models; null when there is none or it is by other models. */
  description: string | null;
  /** Whether features and quality by these models are stored. */
  has_features: boolean;
  has_visual: boolean;
  /** Whether the vector of the current description is stored. */
  has_meaning: boolean;
  /** Whether vectors of any model are stored: then no further index capacity is needed. */
  is_indexed: boolean;
  /** Whether the enrichment by these models is complete. */
  is_current: boolean;
};

/**
 * Claims the next due pictures for the holder of a lease: no other worker enriches them while the lease is held.
 *
 * Index: image_enrichments_due, which stops at the limit; leases_holder_key. Expected: 16, besides those that other
 * workers have claimed.
 */
export async function claimDue(
  db: Db,
  { holder, now, limit }: { holder: string; now: Date; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update image_enrichments
    set claimed_by = ${holder}::uuid
    where id = any(array(
      select id
      from image_enrichments
      where status <> 'enriched'
        and retry_at <= ${now}
        and not ${isClaimed("claimed_by")}
      order by retry_at, id
      limit ${limit}
      for update skip locked
    ))
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Claims those of these pictures that no other worker has claimed, and returns which no longer exist. Index:
 * image_enrichments_pkey.
 */
export async function claimThese(
  db: Db,
  { holder, ids }: { holder: string; ids: readonly number[] },
): Promise<{ claimed: number[]; gone: number[] }> {
  const { rows } = await sql<{ id: number; is_claimed: boolean }>`
    with claimed as (
      update image_enrichments
      set claimed_by = ${holder}::uuid
      where id = any(array(
        select id
        from image_enrichments
        where id = any(${ids}::integer[])
          and not ${isClaimed("claimed_by")}
        order by id
        for update skip locked
      ))
      returning id
    )
    select id, id in (select id from claimed) as is_claimed
    from image_enrichments
    where id = any(${ids}::integer[])`.execute(db);
  const there = new Set(rows.map(({ id }) => id));
  return {
    claimed: rows.filter(({ is_claimed }) => is_claimed).map(({ id }) => id),
    gone: ids.filter((id) => !there.has(id)),
  };
}

/** Releases the claims of pictures that are done. Index: image_enrichments_pkey. */
export async function releaseClaims(db: Db, holder: string, ids: readonly number[]): Promise<void> {
  await sql`
    update image_enrichments
    set claimed_by = null
    where id = any(${ids}::integer[])
      and claimed_by = ${holder}::uuid`.execute(db);
}

/** Whether any picture is due, claimed or not. Index: image_enrichments_due, its first entry. */
export async function isAnyDue(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select 1
    from image_enrichments
    where status <> 'enriched'
      and retry_at <= ${now}
    limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * These pictures in the order of their ids, claimed or not; those that no longer exist are left out. Index:
 * image_enrichments_pkey.
 */
export function enrichmentsById(
  db: Db,
  models: EnrichmentModels,
  ids: readonly number[],
): Promise<DueEnrichment[]> {
  return enrichments(db, models, sql`where id = any(${ids}::integer[]) order by id`);
}

async function enrichments(
  db: Db,
  models: EnrichmentModels,
  which: RawBuilder<unknown>,
): Promise<DueEnrichment[]> {
  const { rows } = await sql<DueEnrichment>`
    select id, url, caption, image_of, failures_in_row, replaced_at,
      case when vision_model = ${models.vision} then enrichments.description end as description,
      coalesce(vision_model = ${models.vision}, false) and features is not null and quality_score is not null as has_features,
      visual.enrichment_id is not null as has_visual,
      meaning.enrichment_id is not null and coalesce(vision_model = ${models.vision}, false) as has_meaning,
      exists (select 1 from image_vectors where enrichment_id = enrichments.id) as is_indexed,
      status = 'enriched' and coalesce(enriched_by = ${modelsKey(models)}, false) as is_current
    from image_enrichments enrichments
    left join image_vectors visual on visual.enrichment_id = id
      and visual.kind = 'visual' and visual.model = ${models.visual}
    left join image_vectors meaning on meaning.enrichment_id = id
      and meaning.kind = 'description' and meaning.model = ${models.description}
    ${which}`.execute(db);
  return rows;
}

/** The same picture without its enrichment: all of it is made again and replaces what is stored. */
export function asPending(enrichment: DueEnrichment): DueEnrichment {
  return {
    ...enrichment,
    description: null,
    has_features: false,
    has_visual: false,
    has_meaning: false,
    is_current: false,
  };
}

/**
 * Queues pictures that other models have enriched, in limited batches.
 *
 * Index: image_enrichments_enriched_by, both ends; no entry matches as long as no model has changed.
 */
export async function requeueEnrichedByOthers(
  db: Db,
  { enrichedBy, now, limit }: { enrichedBy: string; now: Date; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update image_enrichments
    set status = 'pending', failures_in_row = 0, retry_at = ${now}
    where id in (
      select id
      from image_enrichments
      where status = 'enriched'
        and (enriched_by < ${enrichedBy} or enriched_by > ${enrichedBy})
      limit ${limit}
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}
