import { sql } from "kysely";
import type { ListingPhoto } from "../../listings/index.ts";
import { forgetFetched, type UsesPhotos } from "../../photos/index.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { iterateYielding } from "../../platform/yield-every.ts";
import { announceDeletedVectors, imageVectorsCursor } from "../cursors.ts";

type Changed = { url: string; address: string; at: Date };

/**
 * Deletes the stored files and enrichments of photos that the MLS has changed since: the URL now has another picture,
 * which becomes pending. A time in the future counts as now. Call it under the lock of `listingImagesCursor`.
 */
export async function resetReplaced(
  ctx: Context<UsesPhotos>,
  photos: readonly ListingPhoto[],
): Promise<void> {
  const changed = await lastChanges(ctx, photos);
  const forgotten = await forgetFetched(
    ctx.db,
    changed.map(({ address, at }) => ({ address, fetchedBefore: at })),
  );
  const ids = await enrichedBefore(ctx.db, changed, forgotten);
  if (ids.length === 0) return;
  await imageVectorsCursor.lock(ctx.db);
  await resetEnrichments(ctx.db, ids, ctx.clock.now());
}

/** When the picture at each URL was last changed, according to the feeds. */
async function lastChanges(
  { photos, clock }: Context<UsesPhotos>,
  all: readonly ListingPhoto[],
): Promise<Changed[]> {
  const now = clock.now().getTime();
  const byUrl = new Map<string, Changed>();
  for await (const { url, modified_at } of iterateYielding(all)) {
    if (modified_at === null) continue;
    const at = new Date(Math.min(Date.parse(modified_at), now));
    const known = byUrl.get(url);
    if (!known) byUrl.set(url, { url, address: photos.addressOf(url), at });
    else if (known.at < at) known.at = at;
  }
  return [...byUrl.values()];
}

/**
 * The enrichments of earlier pictures at these URLs, with any caption.
 *
 * Index: image_enrichments_url. Expected: up to 5,000 URLs, and hardly ever an enrichment.
 */
export async function enrichedBefore(
  db: Db,
  changed: readonly Changed[],
  forgotten: ReadonlySet<string>,
): Promise<number[]> {
  if (changed.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select distinct image_enrichments.id
    from unnest(
      ${changed.map(({ url }) => url)}::text[],
      ${changed.map(({ at }) => at)}::timestamptz[],
      ${changed.map(({ address }) => forgotten.has(address))}::boolean[]
    ) as changed (url, at, is_forgotten)
    join image_enrichments on image_enrichments.url = changed.url
    where changed.is_forgotten or image_enrichments.enriched_at < changed.at`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Deliberately removed pictures stay removed.
 *
 * Index: image_enrichments_pkey, image_vectors_pkey.
 */
async function resetEnrichments(db: Db, ids: readonly number[], now: Date): Promise<void> {
  await sql`
    update image_enrichments
    set status = case when status = 'removed' then status else 'pending' end,
      retry_at = case when status = 'removed' then retry_at else ${now} end,
      failure = null, failures_in_row = 0, failed_at = null, replaced_at = ${now}, enriched_by = null, enriched_at = null,
      description = null, vision_model = null, room_type = null, room_confidence = null,
      features = null, quality_score = null
    where id = any(${ids}::integer[])`.execute(db);
  const { numAffectedRows } = await sql`
    delete from image_vectors
    where enrichment_id = any(${ids}::integer[])`.execute(db);
  if (numAffectedRows === 0n) return;
  await announceDeletedVectors(db);
}
