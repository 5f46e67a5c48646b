import type { UsesBrokerages } from "../../brokerages/index.ts";
import type { UsesListings } from "../../listings/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import type { RecordVersion } from "../../platform/http/record-version.ts";
import type { ImageParams } from "./image-records.schemas.ts";
import type { ShownPhoto } from "./shown-photos.ts";
import { lockImage, visibleImage } from "./visible-image.ts";

/** What staff have set of a photo. Results of models are left out, because they change without an edit. */
export function editedLabels({ roomType, confidence, manuallySet, features }: ShownPhoto) {
  return {
    room: manuallySet ? { roomType, confidence } : null,
    features: features.flatMap(({ feature_id }) => feature_id ?? []),
  };
}

export const imageVersion = {
  record: "photo",
  read: async (ctx, { image_id }) => editedLabels(await visibleImage(ctx, image_id)),
  lock: (ctx, { image_id }) => lockImage(ctx, image_id),
} satisfies RecordVersion<ActorContext<UsesBrokerages & UsesListings>, ImageParams>;
