import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

type Keyed = { id: number; key: string };

/**
 * The enrichment of each picture, by its key; new pictures are pending from now on.
 *
 * Index: image_enrichments_key_key. Expected: some thousand pictures, most of them known. Call it under the lock of
 * `listingImagesCursor`. Rejected: one upsert for all, which takes a sequence value for each known picture.
 */
export async function ensureEnrichments(
  db: Db,
  pictures: readonly Picture[],
  now: Date,
): Promise<Map<string, number>> {
  const byKey = new Map(pictures.map((picture) => [pictureKey(picture), picture]));
  const { rows: known } = await sql<Keyed>`
    select id, encode(image_enrichments.key, 'hex') as key
    from unnest(${[...byKey.keys()]}::text[]) as asked (key)
    join image_enrichments on image_enrichments.key = decode(asked.key, 'hex')`.execute(db);
  const ids = new Map(known.map(({ id, key }) => [key, id]));
  const fresh = [...byKey].filter(([key]) => !ids.has(key));
  if (fresh.length === 0) return ids;
  const { rows: noted } = await sql<Keyed>`
    insert into image_enrichments (key, url, caption, image_of, retry_at)
    select decode(key, 'hex'), url, caption, image_of, ${now}
    from unnest(
      ${fresh.map(([key]) => key)}::text[],
      ${fresh.map(([, { url }]) => url)}::text[],
      ${fresh.map(([, { caption }]) => caption)}::text[],
      ${fresh.map(([, { image_of }]) => image_of)}::text[]
    ) as fresh (key, url, caption, image_of)
    returning id, encode(key, 'hex') as key`.execute(db);
  for (const { id, key } of noted) ids.set(key, id);
  return ids;
}

/** The identity of a picture: its URL and its MLS metadata. */
export type Picture = { url: string; caption: string | null; image_of: string | null };

/** Hexadecimal; photos with the same key share one enrichment. */
export function pictureKey({ url, caption, image_of }: Picture): string {
  return createHash("sha256")
    .update(JSON.stringify([url, caption, image_of]))
    .digest("hex");
}
