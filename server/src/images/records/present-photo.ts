import type { imagesOfPhotos } from "../../listings/index.ts";
import { versionTag } from "../../platform/http/record-version.ts";
import type { ListingPhoto } from "./image-records.schemas.ts";
import { editedLabels } from "./image-version.ts";
import type { ShownPhoto } from "./shown-photos.ts";

type KeptImage = Awaited<ReturnType<typeof imagesOfPhotos>> extends Map<number, infer Kept> ? Kept : never;

/** The record of a photo: the picture, as far as this installation keeps it, and its labels. */
export function presentPhoto(
  photo: ShownPhoto,
  { image, nth }: { image: KeptImage | undefined; nth: number },
): ListingPhoto {
  return {
    image_id: String(photo.id),
    image: image ? { ...image, alt: `Photo ${nth}` } : null,
    room_type: photo.roomType,
    confidence: photo.confidence,
    manually_set: photo.manuallySet,
    description: photo.description,
    features: photo.features,
    etag: versionTag(editedLabels(photo)),
  };
}
