import { sql } from "kysely";
import { isStoredAt } from "../../photos/index.ts";
import { type BulkColumn, bulk } from "../../platform/database/bulk.ts";
import type { Db } from "../../platform/database/database.ts";
import type { FoldedListing } from "./fold-batch.ts";
import { type FeedPhoto, photoKey } from "./listing-record.ts";

/** Limits the time of a statement on the embedded database, where every read waits for it. */
const MAX_ROWS = 5000;

type PhotoRow = { photo: FeedPhoto; listing_id: number; position: number };

/** Stores the photos of listings whose set of photos has changed; a photo that stays keeps its id: see `photoKey`. */
export async function writePhotos(
  db: Db,
  listings: FoldedListing[],
  idOf: Map<string, number>,
): Promise<void> {
  const [before, created] = [listings.filter(({ known }) => known), listings.filter(({ known }) => !known)];
  await insert(db, rowsOf(created, idOf), insertPhotos);
  if (before.length === 0) return;
  const rows = rowsOf(before, idOf);
  const listingIds = before.flatMap(({ known }) => (known ? [known.id] : []));
  await nameByMediaKey(db, listingIds, rows);
  await removeGone(db, listingIds, rows);
  await insert(db, rows, upsertPhotos);
}

function rowsOf(listings: FoldedListing[], idOf: Map<string, number>): PhotoRow[] {
  const rows: PhotoRow[] = [];
  for (const { key, record } of listings) {
    const listing_id = idOf.get(key) as number;
    record?.photos.forEach((photo, position) => {
      rows.push({ photo, listing_id, position });
    });
  }
  return rows;
}

async function insert(db: Db, rows: PhotoRow[], statement: (t: string) => string): Promise<void> {
  for (let at = 0; at < rows.length; at += MAX_ROWS) {
    await bulk<PhotoRow, never>(db, rows.slice(at, at + MAX_ROWS), photoColumns, statement);
  }
}

/** A photo that was stored without a MediaKey, and has one now, is the same photo. */
async function nameByMediaKey(db: Db, listingIds: number[], rows: PhotoRow[]): Promise<void> {
  const named = rows.filter(({ photo }) => photo.media_key !== null);
  if (named.length === 0) return;
  await sql`
    update listing_photos
    set media_key = named.media_key
    from unnest(
      ${named.map((row) => row.listing_id)}::bigint[],
      ${named.map(({ photo }) => photo.url)}::text[],
      ${named.map(({ photo }) => photo.media_key)}::text[]
    ) as named (listing_id, url, media_key)
    where listing_photos.listing_id = any(${listingIds}::bigint[])
      and listing_photos.listing_id = named.listing_id
      and listing_photos.url = named.url
      and listing_photos.media_key is null
      and not exists (
        select
        from listing_photos known
        where known.listing_id = named.listing_id
          and coalesce(known.media_key, known.url) = named.media_key
      )`.execute(db);
}

async function removeGone(db: Db, listingIds: number[], rows: PhotoRow[]): Promise<void> {
  await sql`
    delete from listing_photos
    where listing_id = any(${listingIds}::bigint[])
      and (listing_id, coalesce(media_key, url)) not in (
        select * from unnest(
          ${rows.map((row) => row.listing_id)}::bigint[],
          ${rows.map(({ photo }) => photoKey(photo))}::text[]
        )
      )`.execute(db);
}

const column = (name: keyof FeedPhoto, type: string): BulkColumn<PhotoRow> => ({
  name,
  type,
  value: ({ photo }) => photo[name],
});

const photoColumns: BulkColumn<PhotoRow>[] = [
  { name: "listing_id", type: "bigint", value: ({ listing_id }) => listing_id },
  { name: "position", type: "integer", value: ({ position }) => position },
  column("url", "text"),
  column("media_key", "text"),
  column("caption", "text"),
  column("long_description", "text"),
  column("image_of", "text"),
  column("width", "integer"),
  column("height", "integer"),
  column("modified_at", "timestamptz"),
];
const names = photoColumns.map(({ name }) => name);

/** Without `on conflict`, which costs a fifth of the insert: a new listing has no photos yet. */
const insertPhotos = (t: string) => `
  insert into listing_photos (${names.join(", ")})
  select ${names.map((name) => `t.${name}`).join(", ")}
  from ${t}`;

const upsertPhotos = (t: string) => `${insertPhotos(t)}
  on conflict (listing_id, hashtextextended(coalesce(media_key, url), 0)) do update
  set ${names
    .slice(1)
    .map((name) => `${name} = excluded.${name}`)
    .join(", ")},
    picture_url = case when ${isSamePicture} then ${pictureUrl} end,
    copy_is_current = listing_photos.copy_is_current and (${isSamePicture} or ${isPictureOfCopy})`;

/** The same MediaKey and time: a new address leads to the same picture. */
const isSamePicture = `(
      listing_photos.modified_at is not distinct from excluded.modified_at
      and (listing_photos.url = excluded.url or (excluded.media_key is not null and excluded.modified_at is not null))
    )`;

/** The picture was copied before its listing was stored with its change. */
const isPictureOfCopy =
  "(excluded.media_key is not null and coalesce(listing_photos.copy_modified_at = excluded.modified_at, false))";

/** A picture that is stored is not fetched again for its new address. */
const pictureUrl = `
      case
        when excluded.url = listing_photos.url then listing_photos.picture_url
        when ${isStoredAt("coalesce(listing_photos.picture_url, listing_photos.url)")}
          then nullif(coalesce(listing_photos.picture_url, listing_photos.url), excluded.url)
      end`;
