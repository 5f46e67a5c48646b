import { route } from "../../platform/http/route.ts";
import { invalidIs400 } from "../vision-errors.ts";
import { addImageFeature } from "./add-image-feature.ts";
import { CSV_TYPE, TEXT_TYPE } from "./export-descriptions.ts";
import { getImageDescriptions } from "./get-image-descriptions.ts";
import * as schemas from "./image-records.schemas.ts";
import { listImageFeatures } from "./list-image-features.ts";
import { listImagesByRoom } from "./list-images-by-room.ts";
import { removeImageFeature } from "./remove-image-feature.ts";
import { setImageRoomType } from "./set-image-room-type.ts";

const records = { tag: "Images", permission: "authenticated" } as const;
const ofImage = { ...records, params: schemas.ImageParams, errors: { 404: "Image not found" } } as const;

export const imageRecordRoutes = [
  route({
    ...records,
    method: "GET",
    path: "/api/admin/images/by-room/{room_type}",
    operationId: "listImagesByRoom",
    summary: "Photos of a kind of room, the surest first",
    description: "By what somebody of the caller's brokerage has said of a photo, else by what a model says.",
    params: schemas.RoomParams,
    query: schemas.ImagesOfRoomQuery,
    response: schemas.ImagesOfRoom,
    refusal: invalidIs400,
    errors: { 400: "Invalid parameters" },
    run: listImagesByRoom,
  }),
  route({
    ...ofImage,
    method: "PATCH",
    path: "/api/admin/images/{image_id}/room-type",
    operationId: "setImageRoomType",
    summary: "Say what kind of room a photo shows",
    description:
      "It is kept when models read the photo again, and when its listing is imported again. null takes it back. It counts for " +
      "the caller's brokerage alone; what an admin of no brokerage says counts for all that say nothing else.",
    body: schemas.RoomTypeBody,
    response: schemas.RoomTypeSet,
    run: setImageRoomType,
  }),
  route({
    ...ofImage,
    method: "GET",
    path: "/api/admin/images/{image_id}/features",
    operationId: "listImageFeatures",
    summary: "What a photo shows, or is made of",
    response: schemas.FeaturesOfImage,
    run: listImageFeatures,
  }),
  route({
    ...ofImage,
    method: "POST",
    path: "/api/admin/images/{image_id}/features",
    operationId: "addImageFeature",
    summary: "Add a feature to a photo by hand",
    description:
      "The same feature again is the one that is there. At most 100 a photo and brokerage. It is seen by the caller's " +
      "brokerage alone; what an admin of no brokerage adds is seen by all.",
    body: schemas.FeatureBody,
    response: schemas.FeatureAdded,
    errors: { ...ofImage.errors, 409: "The photo has another feature by that key, or 100 of them" },
    run: addImageFeature,
  }),
  route({
    ...ofImage,
    method: "DELETE",
    path: "/api/admin/images/{image_id}/features/{feature_id}",
    operationId: "removeImageFeature",
    summary: "Take a feature away that was added by hand",
    description: "By the caller's brokerage; admins may take any away.",
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
    summary: "What is said of a listing's photos, as JSON, CSV or text",
    params: schemas.PropertyParams,
    query: schemas.DescriptionsQuery,
    response: schemas.ImageDescriptions,
    alsoProduces: [CSV_TYPE, TEXT_TYPE],
    errors: { 404: "Property not found" },
    run: getImageDescriptions,
  }),
];
