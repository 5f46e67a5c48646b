import type { RoomType } from "../../models/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { type ListingPicture, photosOfPictures } from "../photos/listing-images.ts";
import { labelsOnWebsite } from "../records/label-scope.ts";
import { type ShownPhoto, shownPhotos } from "../records/shown-photos.ts";

/** A photo in search results. `image_id` is the photo's own id. */
export type ShownImage = {
  image_id: number;
  url: string;
  image_url: string;
  /** A model's description; null before the enrichment. */
  description: string | null;
  room_type: RoomType;
  /** Feature keys. */
  features: string[];
  /** The position among the listing's photos, from 0. */
  image_index: number;
};

/**
 * These pictures at their listings' current state on the tenant's website, in this order; pictures that are no longer
 * shown, or whose listing is not public, are left out.
 */
export async function imagesOf<Picture extends ListingPicture>(
  ctx: TenantContext,
  pictures: readonly Picture[],
): Promise<(Picture & { image: ShownImage })[]> {
  if (pictures.length === 0) return [];
  const known = await photosOfPictures(ctx.db, pictures);
  const photoIds = new Map(known.map((each) => [nameOf(each), Number(each.photoId)]));
  const photos = await shownPhotos(ctx, [...photoIds.values()], {
    sourceIds: ctx.tenant.sourceIds,
    labels: labelsOnWebsite(ctx),
  });
  return pictures.flatMap((picture) => {
    const photo = photos.get(photoIds.get(nameOf(picture)) ?? 0);
    if (!photo || photo.listing !== picture.listingId) return [];
    return [{ ...picture, image: imageOf(photo) }];
  });
}

export function imageOf({ id, url, description, roomType, features, position }: ShownPhoto): ShownImage {
  return {
    image_id: id,
    url,
    image_url: url,
    description,
    room_type: roomType,
    features: features.map(({ key }) => key),
    image_index: position,
  };
}

function nameOf({ listingId, enrichmentId }: ListingPicture): string {
  return `${listingId} ${enrichmentId}`;
}
