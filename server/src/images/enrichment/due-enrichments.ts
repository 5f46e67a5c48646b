import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

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
