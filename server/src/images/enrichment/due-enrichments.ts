import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/** A picture to be read, and what of it is there already. */
export type DueEnrichment = {
  id: number;
  url: string;
  caption: string | null;
  image_of: string | null;
  failures_in_row: number;
  /** When it was last found to be another picture than before. */
  replaced_at: Date | null;
  /** What these models said of it; null: somebody else's words, or nobody's. */
  description: string | null;
  /** Its features and its quality, by these models. */
  has_features: boolean;
  has_visual: boolean;
  /** Of what it says now. */
  has_meaning: boolean;
  /** It has vectors of whichever model: it takes no further place in the index. */
  is_indexed: boolean;
  /** These models have read it, all of it: there is nothing to be done. */
  is_current: boolean;
};

/** Lets go of pictures that were claimed and are done with. Index: image_enrichments_pkey. */
export async function releaseClaims(db: Db, holder: string, ids: readonly number[]): Promise<void> {
  await sql`
    update image_enrichments
    set claimed_by = null
    where id = any(${ids}::integer[])
      and claimed_by = ${holder}::uuid`.execute(db);
}

/** Whether a picture is due, whoever has it read. Index: image_enrichments_due, its first entry. */
export async function isAnyDue(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select 1
    from image_enrichments
    where status <> 'enriched'
      and retry_at <= ${now}
    limit 1`.execute(db);
  return rows.length > 0;
}

/** The same picture as if nobody had read it: all of it is made anew, and replaces what is there. */
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
 * Has pictures that other models have read wait to be read anew, some at a time.
 *
 * Index: image_enrichments_enriched_by, of which both ends are read: none of it as long as no model has changed.
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
