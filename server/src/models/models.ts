import type { TextModel } from "./text-model.ts";

/** A photo as it is given to a model: its bytes (JPEG, PNG or WebP), and what its MLS says of it. */
export type PhotoInput = {
  bytes: Buffer;
  /** RESO `ShortDescription`. */
  caption: string | null;
  /** RESO `ImageOf`, such as `Kitchen`. */
  imageOf: string | null;
};

/** Turns photos, and words about photos, into vectors of one space: a cosine says how well the two go together. */
export type ImageModel = {
  name: string;
  /** Changes whenever the same photo or text gives another vector. */
  version: string;
  /** As a text model's. */
  readonly dimensions: number;
  /**
   * The cosine that words and photos reach which have nothing to do with each other: what lies below it is chance. Read it
   * after embedding, as a text model's.
   */
  readonly noise: number;
  /**
   * One vector a photo, of length 1.
   *
   * @throws ModelError
   */
  embedImages(photos: PhotoInput[]): Promise<Float32Array[]>;
  /**
   * One vector a text, of length 1; all zeros for words that say nothing about a picture.
   *
   * @throws ModelError
   */
  embedTexts(texts: string[]): Promise<Float32Array[]>;
};

/** How sure a model is that a label is true of a photo, 0 to 1. */
export type Label = { label: string; confidence: number };

/** Something that a photo shows, or what it is made of: the key is for machines, the label for people. */
export type Feature = {
  key: string;
  label: string;
  /** 0 to 1. */
  confidence: number;
  category: "material" | "feature" | "appliance";
};

/** Says in words what a photo shows. */
export type VisionModel = {
  name: string;
  version: string;
  /**
   * A sentence or two, of what is to be seen and nothing else.
   *
   * @throws ModelError
   */
  describe(photo: PhotoInput): Promise<string>;
  /**
   * Every label with its confidence, the surest first.
   *
   * @throws ModelError
   */
  classify(photo: PhotoInput, labels: readonly string[]): Promise<Label[]>;
  /**
   * The features that it shows, the surest first; what is hardly likely is left out.
   *
   * @throws ModelError
   */
  features(photo: PhotoInput): Promise<Feature[]>;
};

/** Everything that the product asks of models, from one provider (MODEL_PROVIDER). */
export type Models = {
  provider: "builtin" | "local" | "server";
  text: TextModel;
  /** The text model whose vectors are stored under that id, while another takes its place; null when it cannot be had. */
  textModelOf(id: string): TextModel | null;
  images: ImageModel;
  /** The same of an image model. */
  imageModelOf(id: string): ImageModel | null;
  vision: VisionModel;
  /** Whether the model server answers, by the last questions; null where there is none. */
  serverAnswers(): boolean | null;
  close(): Promise<void>;
};

export type ModelFailure =
  /** The provider does not answer, or not in time. */
  | "unavailable"
  /** It answers, but does not have the model. */
  | "not_loaded"
  /** It answered with what is no vector, or no text. */
  | "failed"
  /** The photo is no picture that can be read. */
  | "bad_image";

/** What every provider throws. `message` says what to do, without secrets and without the address's credentials. */
export class ModelError extends Error {
  readonly reason: ModelFailure;

  constructor(reason: ModelFailure, message: string, options: ErrorOptions = {}) {
    super(message, options);
    this.name = "ModelError";
    this.reason = reason;
  }
}
