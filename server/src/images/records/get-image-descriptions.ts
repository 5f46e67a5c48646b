import type { UsesBrokerages } from "../../brokerages/index.ts";
import { photosOfListing, type UsesListings } from "../../listings/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import type { Download } from "../../platform/http/download.ts";
import { visibleListing, visiblePhotos } from "../image-scope.ts";
import { asCsv, asText } from "./export-descriptions.ts";
import type { DescriptionsQuery, ImageDescriptions, PropertyParams } from "./image-records.schemas.ts";
import { shownPhotos } from "./shown-photos.ts";

/**
 * The descriptions of a listing's photos in order, as JSON or as a file.
 *
 * @throws AppError 404 `Property not found`.
 */
export async function getImageDescriptions(
  ctx: ActorContext<UsesBrokerages & UsesListings>,
  { property_id, format }: PropertyParams & DescriptionsQuery,
): Promise<ImageDescriptions | Download> {
  const listing = await visibleListing(ctx, property_id);
  const ids = (await photosOfListing(ctx.db, listing.id)).map(({ id }) => id);
  const photos = await shownPhotos(ctx, ids, await visiblePhotos(ctx));
  const images = ids
    .flatMap((id) => photos.get(id) ?? [])
    .map(({ id, roomType, description, features }, nth) => ({
      image_id: String(id),
      order: nth + 1,
      room_type: roomType,
      description,
      features: features.map(({ key }) => key),
    }));
  const described = { property_id, address: listing.address, images, export_format: format };
  if (format === "csv") return asCsv(described);
  return format === "txt" ? asText(described) : described;
}
