import type { Context } from "../../context.ts";
import { photoAddress, publicPhotos } from "../../listings/index.ts";
import { type ListingPicture, photosOfPictures } from "../photos/listing-images.sql.ts";

/** A photo as search results show it. `image_id` is the photo's own. */
export type ShownImage = {
  image_id: number;
  url: string;
  image_url: string;
  /** What a model says of it; null before it has. */
  description: string | null;
  /** Its place among the listing's photos, from 0. */
  image_index: number;
};

/**
 * These pictures as their listings show them now, in this order; one that has just left, or whose listing has left the public,
 * is left out.
 */
export async function imagesOf<Picture extends ListingPicture>(
  ctx: Context,
  pictures: readonly Picture[],
): Promise<(Picture & { image: ShownImage })[]> {
  if (pictures.length === 0) return [];
  const known = await photosOfPictures(ctx.db, pictures);
  const photoIds = new Map(known.map((each) => [nameOf(each), Number(each.photoId)]));
  const photos = await publicPhotos(ctx.db, [...photoIds.values()]);
  const byId = new Map(photos.map((photo) => [photo.id, photo]));
  const readings = await ctx.db
    .selectFrom("image_readings")
    .select(["id", "description"])
    .where("id", "in", [...new Set(pictures.map(({ readingId }) => readingId))])
    .execute();
  const descriptions = new Map(readings.map(({ id, description }) => [id, description]));
  return pictures.flatMap((picture) => {
    const photo = byId.get(photoIds.get(nameOf(picture)) ?? 0);
    if (!photo || photo.listing !== picture.listingId) return [];
    const url = photoAddress(photo.url, ctx.config.publicApiUrl);
    const description = descriptions.get(picture.readingId) ?? null;
    const image = {
      image_id: photo.id,
      url,
      image_url: url,
      description,
      image_index: photo.position,
    };
    return [{ ...picture, image }];
  });
}

function nameOf({ listingId, readingId }: ListingPicture): string {
  return `${listingId} ${readingId}`;
}
