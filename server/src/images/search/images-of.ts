import type { RoomType } from "../../models/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { type ListingPicture, photosOfPictures } from "../photos/listing-images.ts";
import { labelsOnWebsite } from "../records/label-scope.ts";
import { type ShownPhoto, shownPhotos } from "../records/shown-photos.ts";

/** A photo as search results show it. `image_id` is the photo's own. */
export type ShownImage = {
  image_id: number;
  url: string;
  image_url: string;
  /** What a model says of it; null before it has. */
  description: string | null;
  room_type: RoomType;
  /** By their keys. */
  features: string[];
  /** Its place among the listing's photos, from 0. */
  image_index: number;
};

/**
 * These pictures as their listings show them on the tenant's website now, in this order; one that has just left, or whose listing has left the public,
 * is left out.
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
