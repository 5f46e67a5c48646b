import { type Static, Type } from "typebox";
import { featureSources, roomTypes } from "../../models/index.ts";
import { Image } from "../../photos/index.ts";
import { Component } from "../../platform/http/component.ts";
import { Id, Text } from "../../platform/http/fields.ts";
import { Nullable, OneOf } from "../../platform/http/list-envelope.ts";

const ImageId = Type.String({ description: "The image's id: an integer as text" });
const PropertyId = Type.String({ description: "The listing's id" });
const Confidence = Type.Number({ minimum: 0, maximum: 1 });
const Description = Nullable(
  Type.String({ description: "The model's description; null before the analysis" }),
);
const FeatureKeys = Type.Array(Type.String(), {
  description: "Keys of features; manually added ones first",
});

export const ImageParams = Type.Object({
  image_id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
});
export type ImageParams = Static<typeof ImageParams>;

export const RoomParams = Type.Object({ room_type: OneOf(roomTypes) });
export type RoomParams = Static<typeof RoomParams>;

export const ImagesOfRoomQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
  offset: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 }),
});
export type ImagesOfRoomQuery = Static<typeof ImagesOfRoomQuery>;

export const ImagesOfRoom = Component("ImagesOfRoom", {
  room_type: OneOf(roomTypes),
  results: Type.Array(
    Component("ImageOfRoom", {
      image_id: ImageId,
      property_id: PropertyId,
      url: Type.String(),
      description: Description,
      confidence: Confidence,
      features: FeatureKeys,
    }),
  ),
  total: Type.Integer({ minimum: 0 }),
  limit: Type.Integer(),
  offset: Type.Integer(),
});

export const RoomTypeBody = Type.Object({
  room_type: Nullable(
    OneOf(roomTypes, {
      description: "The room type; null removes the manual one, so that the model's applies",
    }),
  ),
  confidence: Type.Number({ minimum: 0, maximum: 1, default: 1 }),
});
export type RoomTypeBody = Static<typeof RoomTypeBody>;

export const RoomTypeSet = Component("ImageRoomType", {
  image_id: ImageId,
  room_type: OneOf(roomTypes),
  previous_room_type: OneOf(roomTypes),
  confidence: Confidence,
  manually_set: Type.Boolean({ description: "false after null: the model's room type applies" }),
});

const featureFields = {
  key: Type.String(),
  label: Type.String(),
  category: Type.String(),
  manually_added: Type.Boolean(),
};

const FeatureOfImage = Component("ImageFeature", {
  ...featureFields,
  confidence: Confidence,
  feature_id: Type.Optional(Type.String({ description: "Only of manually added features" })),
  from: Type.Optional(
    OneOf(featureSources, {
      description:
        "Only of features by the builtin models: stated by the MLS's texts, measured in the pixels, or seen by the object detector",
    }),
  ),
});

export const FeaturesOfImage = Component("ImageFeatures", {
  image_id: ImageId,
  features: Type.Array(FeatureOfImage, {
    description: "Manually added features, then the model's by descending confidence; each key once",
  }),
});

export const FeatureBody = Type.Object({
  key: Type.Optional(
    Type.String({
      trim: true,
      format: "feature-key",
      description: "At most 64 lower-case letters, digits and _; by default derived from the label",
    }),
  ),
  label: Text(100),
  category: Type.String({
    trim: true,
    minLength: 1,
    maxLength: 50,
    default: "feature",
    description: "material, feature, appliance, or any other word",
  }),
});
export type FeatureBody = Static<typeof FeatureBody>;

export const FeatureAdded = Component("AddedImageFeature", {
  feature_id: Type.String(),
  ...featureFields,
  confidence: Type.Literal(1),
  manually_added: Type.Literal(true),
});

export const FeatureParams = Type.Object({ ...ImageParams.properties, feature_id: Id() });
export type FeatureParams = Static<typeof FeatureParams>;

export const FeatureRemoved = Type.Object({ message: Type.String() });

export const PropertyParams = Type.Object({ property_id: Type.String({ maxLength: 200 }) });
export type PropertyParams = Static<typeof PropertyParams>;

export const exportFormats = ["json", "csv", "txt"] as const;
export const DescriptionsQuery = Type.Object({ format: OneOf(exportFormats, { default: "json" }) });
export type DescriptionsQuery = Static<typeof DescriptionsQuery>;

const DescribedImage = Component("DescribedImage", {
  image_id: ImageId,
  order: Type.Integer({ minimum: 1 }),
  room_type: OneOf(roomTypes),
  description: Description,
  features: FeatureKeys,
});
export type DescribedImage = Static<typeof DescribedImage>;

export const ImageDescriptions = Component("ImageDescriptions", {
  property_id: PropertyId,
  address: Nullable(Type.String({ description: "null when it is unknown or hidden" })),
  images: Type.Array(DescribedImage, { description: "All photos of the listing, in order" }),
  export_format: OneOf(exportFormats),
});
export type ImageDescriptions = Static<typeof ImageDescriptions>;

export const ListingPhoto = Component("ListingPhoto", {
  image_id: ImageId,
  image: Nullable(Image),
  room_type: OneOf(roomTypes),
  confidence: Confidence,
  manually_set: Type.Boolean({ description: "Whether the room type was set manually" }),
  description: Description,
  features: Type.Array(FeatureOfImage),
  etag: Type.String({
    description:
      "The version of what staff have set of the photo, for If-Match of an edit: the ETag of `GET /api/admin/images/{image_id}`",
  }),
});
export type ListingPhoto = Static<typeof ListingPhoto>;

export const ListingPhotos = Component("ListingPhotos", {
  items: Type.Array(ListingPhoto, {
    description:
      "The photos that are shown, in their order. `image` is null until this installation keeps the picture; `GET /api/properties/{listing_id}` has it fetched",
  }),
});
export type ListingPhotos = Static<typeof ListingPhotos>;
