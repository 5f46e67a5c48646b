import { Type } from "typebox";
import { roomTypes } from "../../models/index.ts";
import { Component } from "../../platform/http/component.ts";
import { Timestamp } from "../../platform/http/fields.ts";
import { Nullable, OneOf } from "../../platform/http/list-envelope.ts";
import { type VisionCode, visionErrors } from "../vision-errors.ts";

const ImageErrors = Type.Array(
  Component("ImageError", {
    image_id: Type.String({ description: "For an error that ended the job early: the image that was next" }),
    error: Type.String({ description: "For example `VISION_003 image_corrupt: …`" }),
  }),
);

const Count = (description?: string) => Type.Integer({ minimum: 0, ...(description && { description }) });

/** An error with a vision code. */
export const VisionRefusal = (...codes: VisionCode[]) =>
  Type.Object(
    {
      detail: Type.String(),
      code: Type.Optional(OneOf(codes)),
      name: Type.Optional(OneOf(codes.map((code) => visionErrors[code].name))),
    },
    {
      title: `VisionError${codes.map((code) => code.replace("VISION_", "")).join("Or")}`,
      description: codes.map((code) => `\`${code} ${visionErrors[code].name}\``).join(", "),
    },
  );

export const PropertyParams = Type.Object({
  property_id: Type.String({ minLength: 1, maxLength: 200 }),
});

export const Analysis = Component("ImageAnalysis", {
  property_id: Type.String(),
  images_analyzed: Count(),
  features_detected: Count("Number of features found by models in all images"),
  avg_confidence: Type.Number({
    minimum: 0,
    maximum: 1,
    description:
      "Mean of the images' confidences; an image's is the mean of its features', without features its room type's",
  }),
  execution_time_ms: Count(),
  errors: ImageErrors,
});

export const ReindexQuery = Type.Object({
  limit: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 100,
    description: "Maximum number of properties",
  }),
  force: Type.Boolean({
    default: false,
    description: "true: also images that are analyzed already, least recently analyzed properties first",
  }),
  background: Type.Boolean({
    default: true,
    description: "false: reply when the job has ended, or after 20 seconds",
  }),
});

export const ReindexBody = Nullable(
  Type.Object({
    property_ids: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { minItems: 1, maxItems: 100 })),
    room_types: Type.Optional(Type.Array(OneOf(roomTypes), { minItems: 1, maxItems: 20 })),
    min_quality_score: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  }),
);

export const StartedJob = Component("StartedIndexingJob", {
  started: Type.Boolean({ description: "false: no photos need to be analyzed" }),
  job_id: Type.String(),
  images_queued: Count(),
  estimated_duration_minutes: Type.Number({ minimum: 0 }),
  status_url: Type.String(),
});

export const JobParams = Type.Object({ job_id: Type.String({ maxLength: 200 }) });

export const jobStatuses = ["queued", "running", "completed", "failed", "partial"] as const;

export const IndexingJob = Component("IndexingJob", {
  job_id: Type.String(),
  status: OneOf(jobStatuses),
  progress: Type.Object({
    processed: Count(),
    total: Count(),
    percentage: Type.Number({ minimum: 0, maximum: 100 }),
    current_image: Nullable(Type.String()),
  }),
  started_at: Nullable(Timestamp()),
  estimated_completion: Nullable(Timestamp()),
  finished_at: Nullable(Timestamp()),
  errors: ImageErrors,
});

export const IndexStatistics = Component("ImageIndexStatistics", {
  total_properties: Count(),
  properties_with_images: Count(),
  total_images: Count(),
  description_embeddings: Count(),
  visual_embeddings: Count(),
  avg_images_per_property: Type.Number({ minimum: 0, description: "Over properties with images" }),
  unindexed_images: Count("Images that lack one of the two embeddings"),
  index_coverage: Type.Number({
    minimum: 0,
    maximum: 1,
    description: "Share of images with both embeddings",
  }),
  last_indexed_at: Nullable(Timestamp()),
  storage_size_mb: Type.Number({ minimum: 0 }),
  capacity: Type.Object({
    used: Count("Different pictures with embeddings: one that several properties show counts once"),
    max: Count("IMAGE_INDEX_CAPACITY"),
  }),
});

export const DeleteEmbeddingsBody = Type.Object({
  image_ids: Type.Array(
    Type.Unsafe<number | string>({
      type: ["integer", "string"],
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      pattern: "^[0-9]{1,15}$",
    }),
    { minItems: 1, maxItems: 1000 },
  ),
  delete_descriptions: Type.Boolean({ default: false }),
});

export const DeletedEmbeddings = Component("DeletedEmbeddings", {
  deleted: Count(),
  failed: Count(),
  errors: ImageErrors,
});
