import { AppError } from "../platform/errors.ts";
import { VectorIndexError } from "../platform/vectors/vector-index-error.ts";
import type { TextModel } from "./text-model.ts";

/** A photo for a model: its bytes (JPEG, PNG or WebP) and its MLS metadata. */
export type PhotoInput = {
  bytes: Buffer;
  /** RESO `ShortDescription`. */
  caption: string | null;
  /** RESO `ImageOf`, such as `Kitchen`. */
  imageOf: string | null;
};

/** Embeds photos and texts in one space: the cosine measures how well they match. */
export type ImageModel = {
  name: string;
  /** Changes when the vector of any photo or text changes. */
  version: string;
  /** See `TextModel.dimensions`. */
  readonly dimensions: number;
  /**
   * The cosine of unrelated texts and photos: lower ones are chance. Read it after embedding, see `TextModel.noise`.
   */
  readonly noise: number;
  /**
   * One vector per photo, of length 1.
   *
   * @throws ModelError
   */
  embedImages(photos: PhotoInput[]): Promise<Float32Array[]>;
  /**
   * One vector per text, of length 1; zeros for a text without words about a picture.
   *
   * @throws ModelError
   */
  embedTexts(texts: string[]): Promise<Float32Array[]>;
};

/** A label with the confidence that it applies to a photo, 0 to 1. */
export type Label = { label: string; confidence: number };

/** A thing in a photo, or its material: `key` is stable, `label` is for display. */
export type Feature = {
  key: string;
  label: string;
  /** 0 to 1. */
  confidence: number;
  category: "material" | "feature" | "appliance";
  /** Of the builtin models: by the MLS's texts, by measuring pixels, or by the object detector. */
  from?: FeatureSource;
};

export const featureSources = ["stated", "measured", "seen"] as const;
export type FeatureSource = (typeof featureSources)[number];

/** Describes and labels photos. */
export type VisionModel = {
  name: string;
  version: string;
  /**
   * One or two sentences about the photo's content.
   *
   * @throws ModelError
   */
  describe(photo: PhotoInput): Promise<string>;
  /**
   * Every label with its confidence, in descending order.
   *
   * @throws ModelError
   */
  classify(photo: PhotoInput, labels: readonly string[]): Promise<Label[]>;
  /**
   * The photo's features, by descending confidence; unlikely ones are left out.
   *
   * @throws ModelError
   */
  features(photo: PhotoInput): Promise<Feature[]>;
};

/** All models of the provider in MODEL_PROVIDER. */
export type Models = {
  provider: "builtin" | "local" | "server";
  text: TextModel;
  /**
   * The text model with that id, whose stored vectors serve until another model replaces it; null when it is
   * unavailable.
   */
  textModelOf(id: string): TextModel | null;
  /** The current image model: another one when the builtin object detector fails. Hold it for as long as its id. */
  readonly images: ImageModel;
  /** The same as `textModelOf` for an image model. */
  imageModelOf(id: string): ImageModel | null;
  /** As `images`. */
  readonly vision: VisionModel;
  /** Whether the model server answered the last calls; null without one. */
  serverAnswers(): boolean | null;
  close(): Promise<void>;
};

export type ModelFailure =
  /** The provider does not answer in time. */
  | "unavailable"
  /** The provider does not have the model. */
  | "not_loaded"
  /** The reply contains no usable vector or text. */
  | "failed"
  /** The photo cannot be decoded. */
  | "bad_image";

/** The error of every provider. `message` has the remedy, and neither secrets nor the credentials of the address. */
export class ModelError extends Error {
  readonly reason: ModelFailure;

  constructor(reason: ModelFailure, message: string, options: ErrorOptions = {}) {
    super(message, options);
    this.name = "ModelError";
    this.reason = reason;
  }
}

const TRY_AGAIN_SECONDS = 5;

/** The 503 of a search whose model or index is unavailable (SPEC: Errors); other errors are returned unchanged. */
export function toSearchError(error: unknown): unknown {
  const isTooBusy = error instanceof VectorIndexError && error.reason !== "failed";
  if (!(error instanceof ModelError) && !isTooBusy) return error;
  return new AppError("unavailable", `Search service unavailable: ${error.message}`, {
    cause: error,
    retryAfter: TRY_AGAIN_SECONDS,
  });
}
