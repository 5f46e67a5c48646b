import { sql } from "kysely";
import type { ListingPhoto } from "../../listings/index.ts";
import { forgetAddresses, type UsesPhotos } from "../../photos/index.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { iterateYielding } from "../../platform/yield-every.ts";
import { alone } from "./readers.sql.ts";

type Changed = { url: string; address: string; at: Date };

/**
 * Forgets what was fetched and made of photos whose MLS has changed them since then: at such an address there is another picture,
 * which is read as if nobody had read it. A time that is still to come counts as now. One at a time does it (`alone`, photos).
 */
export async function forgetReplaced(
  ctx: Context<UsesPhotos>,
  photos: readonly ListingPhoto[],
): Promise<void> {
  const changed = await lastChanges(ctx, photos);
  const forgotten = await forgetAddresses(
    ctx.db,
    changed.map(({ address, at }) => ({ address, fetchedBefore: at })),
  );
  const ids = await readBefore(ctx.db, changed, forgotten);
  if (ids.length === 0) return;
  await alone(ctx.db, "vectors");
  await forgetMade(ctx.db, ids, ctx.clock.now());
}

/** When the picture at each address was last changed, as far as anybody says. */
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
 * The readings of what was at these addresses before, whatever captions they had.
 *
 * Index: image_readings_url. Expected: up to 5,000 addresses, and hardly ever a reading.
 */
export async function readBefore(
  db: Db,
  changed: readonly Changed[],
  forgotten: ReadonlySet<string>,
): Promise<number[]> {
  if (changed.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select distinct image_readings.id
    from unnest(
      ${changed.map(({ url }) => url)}::text[],
      ${changed.map(({ at }) => at)}::timestamptz[],
      ${changed.map(({ address }) => forgotten.has(address))}::boolean[]
    ) as changed (url, at, is_forgotten)
    join image_readings on image_readings.url = changed.url
    where changed.is_forgotten or image_readings.read_at < changed.at`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * What was removed on purpose stays so. The lock's row gets a revision: processes look for vectors that are gone when it has changed.
 *
 * Index: image_readings_pkey, image_vectors_pkey.
 */
async function forgetMade(db: Db, ids: readonly number[], now: Date): Promise<void> {
  await sql`
    update image_readings
    set status = case when status = 'removed' then status else 'pending' end,
      retry_at = case when status = 'removed' then retry_at else ${now} end,
      failure = null, failures_in_row = 0, failed_at = null, replaced_at = ${now}, read_by = null, read_at = null,
      description = null, vision_model = null, room_type = null, room_confidence = null,
      features = null, quality_score = null
    where id = any(${ids}::integer[])`.execute(db);
  const { numAffectedRows } = await sql`
    delete from image_vectors
    where reading_id = any(${ids}::integer[])`.execute(db);
  if (numAffectedRows === 0n) return;
  await sql`
    update image_readers
    set revision = nextval('image_revisions')
    where reader = 'vectors'`.execute(db);
}
