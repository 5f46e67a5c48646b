import { route } from "../../platform/http/route.ts";
import { invalidIs400 } from "../vision-errors.ts";
import { addImageFeature } from "./add-image-feature.ts";
import { CSV_TYPE, TEXT_TYPE } from "./export-descriptions.ts";
import { getImage } from "./get-image.ts";
import { getImageDescriptions } from "./get-image-descriptions.ts";
import * as schemas from "./image-records.schemas.ts";
import { imageVersion } from "./image-version.ts";
import { listImageFeatures } from "./list-image-features.ts";
import { listImagesByRoom } from "./list-images-by-room.ts";
import { listListingPhotos } from "./list-listing-photos.ts";
import { removeImageFeature } from "./remove-image-feature.ts";
import { setImageRoomType } from "./set-image-room-type.ts";

const records = { tag: "Images", permission: "authenticated" } as const;
const ofImage = {
  ...records,
  params: schemas.ImageParams,
  version: imageVersion,
  errors: { 404: "Image not found" },
} as const;

export const imageRecordRoutes = [
  route({
    ...records,
    method: "GET",
    path: "/api/admin/images/by-room/{room_type}",
    operationId: "listImagesByRoom",
    summary: "List photos of a room type, by descending confidence",
    description:
      "The room type of a photo is the one set manually for the caller's brokerage, otherwise the model's.",
    params: schemas.RoomParams,
    query: schemas.ImagesOfRoomQuery,
    response: schemas.ImagesOfRoom,
    refusal: invalidIs400,
    errors: { 400: "Invalid parameters" },
    run: listImagesByRoom,
  }),
  route({
    ...ofImage,
    method: "GET",
    path: "/api/admin/images/{image_id}",
    operationId: "getImage",
    summary: "Get a photo with its room and features",
    description:
      "Its ETag, which the photos of a listing have too, changes with the room and the features that staff set, not with what models say.",
    response: schemas.ListingPhoto,
    run: getImage,
  }),
  route({
    ...ofImage,
    method: "PATCH",
    path: "/api/admin/images/{image_id}/room-type",
    operationId: "setImageRoomType",
    summary: "Set the room type of a photo manually",
    description:
      "Later analyses and imports do not change it; null removes it. It applies to " +
      "the caller's brokerage only; set by an admin without a brokerage, it applies to all brokerages without their own.",
    body: schemas.RoomTypeBody,
    response: schemas.RoomTypeSet,
    run: setImageRoomType,
  }),
  route({
    ...ofImage,
    method: "GET",
    path: "/api/admin/images/{image_id}/features",
    operationId: "listImageFeatures",
    summary: "List the features of a photo",
    response: schemas.FeaturesOfImage,
    run: listImageFeatures,
  }),
  route({
    ...ofImage,
    method: "POST",
    path: "/api/admin/images/{image_id}/features",
    operationId: "addImageFeature",
    summary: "Add a feature to a photo manually",
    description:
      "Adding the same feature again returns the existing one. At most 100 per photo and brokerage. It is visible to the caller's " +
      "brokerage only; added by an admin without a brokerage, it is visible to all.",
    body: schemas.FeatureBody,
    response: schemas.FeatureAdded,
    errors: { ...ofImage.errors, 409: "The photo has another feature with that key, or 100 features" },
    run: addImageFeature,
  }),
  route({
    ...ofImage,
    method: "DELETE",
    path: "/api/admin/images/{image_id}/features/{feature_id}",
    operationId: "removeImageFeature",
    summary: "Remove a manually added feature",
    description: "The caller's brokerage must have added it; admins without a brokerage can remove any.",
    params: schemas.FeatureParams,
    response: schemas.FeatureRemoved,
    errors: { 404: "Image not found; Feature not found" },
    run: removeImageFeature,
  }),
  route({
    ...records,
    method: "GET",
    path: "/api/admin/properties/{property_id}/image-descriptions",
    operationId: "getImageDescriptions",
    summary: "Get the descriptions of a listing's photos as JSON, CSV or text",
    params: schemas.PropertyParams,
    query: schemas.DescriptionsQuery,
    response: schemas.ImageDescriptions,
    alsoProduces: [CSV_TYPE, TEXT_TYPE],
    errors: { 404: "Property not found" },
    run: getImageDescriptions,
  }),
  route({
    ...records,
    method: "GET",
    path: "/api/admin/properties/{property_id}/photos",
    operationId: "listListingPhotos",
    summary: "List the photos of a listing with their rooms and features, to correct them",
    params: schemas.PropertyParams,
    response: schemas.ListingPhotos,
    errors: { 404: "Property not found" },
    run: listListingPhotos,
  }),
];
