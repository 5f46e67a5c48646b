import { sql } from "kysely";
import { joinStored, type PhotoImage } from "../../photos/index.ts";
import type { Db } from "../../platform/database/database.ts";
import { isShown, photosOf, pictureUrl } from "../shown-photos.ts";
import { imageOfPhoto } from "./listing-images.ts";

type Row = { id: number; address: string; key: string | null; width: number | null; height: number | null };

/**
 * The pictures that we keep of a listing's photos, by the photo's id; photos that are not kept are left out.
 *
 * Index: listing_photos_identity, stored_photos_pkey. Expected: some 25 rows.
 */
export async function imagesOfPhotos(db: Db, listing: number): Promise<Map<number, PhotoImage>> {
  const { rows } = await sql<Row>`
    select shown.id, shown.address, storage_key as key, coalesce(stored_photos.width, shown.width) as width,
      coalesce(stored_photos.height, shown.height) as height
    from listings
    cross join lateral (
      select listing_photos.id, ${pictureUrl} as address, listing_photos.width, listing_photos.height
      ${photosOf("listings")}
        and ${isShown}
    ) as shown
    ${sql.raw(joinStored("shown.address"))}
    where listings.id = ${listing}`.execute(db);
  return new Map(
    rows.flatMap(({ id, ...photo }) => {
      const image = imageOfPhoto(photo);
      return image ? [[id, image] as const] : [];
    }),
  );
}
