import { photoAddress, publicPhotos } from "../../listings/index.ts";
import type { RoomType } from "../../models/index.ts";
import type { Context } from "../../platform/context.ts";
import type { LabelScope } from "./label-scope.ts";
import { labelsOfPhotos, type PhotoLabels } from "./labels-of-photos.sql.ts";
import { featuresOf, type PhotoFeature } from "./photo-features.ts";

/** A photo of a public listing, and all that is said of it. */
export type ShownPhoto = {
  id: number;
  /** Its listing's row. */
  listing: number;
  listingId: string;
  url: string;
  /** Its place among the listing's photos, from 0. */
  position: number;
  description: string | null;
  /** `other` as long as nobody has said anything else. */
  roomType: RoomType;
  confidence: number;
  manuallySet: boolean;
  features: PhotoFeature[];
};

/** Of which sources photos are shown (null: of all), and with whose manual labels. */
export type PhotoScope = { sourceIds: readonly number[] | null; labels: LabelScope };

/** These photos as their listings show them now; what the public may not see is left out. */
export async function shownPhotos(
  ctx: Context,
  ids: readonly number[],
  { sourceIds, labels }: PhotoScope,
): Promise<Map<number, ShownPhoto>> {
  if (ids.length === 0) return new Map();
  const photos = await publicPhotos(ctx.db, ids, sourceIds);
  const said = await labelsOfPhotos(ctx.db, photos, labels);
  return new Map(
    photos.map(({ id, listing, listing_id, url, position }) => {
      const known = said.get(id) as PhotoLabels;
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
