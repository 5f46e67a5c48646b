import { photoAddress, publicPhotos } from "../../listings/index.ts";
import type { RoomType } from "../../models/index.ts";
import type { Context } from "../../platform/context.ts";
import type { LabelScope } from "./label-scope.ts";
import { labelsOfPhotos, type PhotoLabels } from "./labels-of-photos.sql.ts";
import { featuresOf, type PhotoFeature } from "./photo-features.ts";

/** A photo of a public listing with its labels. */
export type ShownPhoto = {
  id: number;
  /** The listing's row id. */
  listing: number;
  listingId: string;
  url: string;
  /** The position among the listing's photos, from 0. */
  position: number;
  description: string | null;
  /** `other` without a label. */
  roomType: RoomType;
  confidence: number;
  manuallySet: boolean;
  features: PhotoFeature[];
};

/** The sources whose photos are shown (null: all), and the scope of manual labels. */
export type PhotoScope = { sourceIds: readonly number[] | null; labels: LabelScope };

/** These photos at their listings' current state; photos that are not public are left out. */
export async function shownPhotos(
  ctx: Context,
  ids: readonly number[],
  { sourceIds, labels }: PhotoScope,
): Promise<Map<number, ShownPhoto>> {
  if (ids.length === 0) return new Map();
  const photos = await publicPhotos(ctx.db, ids, sourceIds);
  const manualLabels = await labelsOfPhotos(ctx.db, photos, labels);
  return new Map(
    photos.map(({ id, listing, listing_id, url, position }) => {
      const known = manualLabels.get(id) as PhotoLabels;
      const photo = {
        id,
        listing,
        listingId: listing_id,
        url: photoAddress(url, ctx.config.publicApiUrl),
        position,
        description: known.description,
        roomType: known.room_type ?? "other",
        confidence: known.confidence,
        manuallySet: known.manually_set,
        features: featuresOf(known),
      } satisfies ShownPhoto;
      return [id, photo];
    }),
  );
}
