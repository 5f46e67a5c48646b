import type { ImageModel, PhotoInput } from "./models.ts";
import { emptyPictures, noiseBetween, unrelated } from "./noise.ts";
import type { TextModel, TextUse } from "./text-model.ts";
import { prefixed } from "./text-prefixes.ts";

/** The urgency of a call: a `query` has a waiting caller, a `batch` belongs to a job. */
export type Waiting = "query" | "batch";

/** A source of vectors of length 1. All throw ModelErrors. */
export type TextVectors = {
  /** 0 until the first reply. */
  readonly dimensions: number;
  ofTexts(texts: string[], waiting: Waiting): Promise<Float32Array[]>;
};
export type PhotoVectors = TextVectors & { ofPhotos(photos: PhotoInput[]): Promise<Float32Array[]> };

type Named = { name: string; version: string };

/** A text model with unknown properties: its noise is measured before its first vectors are returned. */
export function measuredTextModel({ name, version }: Named, vectors: TextVectors): TextModel {
  let noise = 1;
  const measureNoise = once(async (waiting: Waiting) => {
    const queries = unrelated.queries.map((text) => prefixed(name, text, { as: "query" }));
    const passages = unrelated.passages.map((text) => prefixed(name, text, { as: "passage" }));
    const measured = await vectors.ofTexts([...queries, ...passages], waiting);
    noise = noiseBetween(measured.slice(0, queries.length), measured.slice(queries.length));
  });
  return {
    name,
    version,
    get dimensions() {
      return vectors.dimensions;
    },
    get noise() {
      return noise;
    },
    async embed(texts: string[], use: TextUse = { as: "passage" }) {
      if (texts.length === 0) return [];
      const waiting = use.as === "query" ? "query" : "batch";
      await measureNoise(waiting);
      return embedNonEmpty(vectors, texts, waiting, (text) => prefixed(name, text, use));
    },
  };
}

/** An image model with unknown properties. */
export function measuredImageModel({ name, version }: Named, vectors: PhotoVectors): ImageModel {
  let noise = 1;
  const measureNoise = once(async () => {
    const pictures = await emptyPictures();
    const photos = pictures.map((bytes) => ({ bytes, caption: null, imageOf: null }));
    const words = await vectors.ofTexts(unrelated.invisible, "batch");
    noise = noiseBetween(await vectors.ofPhotos(photos), words);
  });
  return {
    name,
    version,
    get dimensions() {
      return vectors.dimensions;
    },
    get noise() {
      return noise;
    },
    async embedImages(photos: PhotoInput[]) {
      if (photos.length === 0) return [];
      await measureNoise(undefined);
      return vectors.ofPhotos(photos);
    },
    async embedTexts(texts: string[]) {
      if (texts.length === 0) return [];
      await measureNoise(undefined);
      // A single text is a query of a waiting caller; several belong to a job.
      return embedNonEmpty(vectors, texts, texts.length === 1 ? "query" : "batch", (text) => text);
    },
  };
}

/** Zeros for texts without words. */
async function embedNonEmpty(
  vectors: TextVectors,
  texts: string[],
  waiting: Waiting,
  asGiven: (text: string) => string,
): Promise<Float32Array[]> {
  const spoken = texts.map((text) => text.trim()).filter((text) => text !== "");
  const found = await vectors.ofTexts(spoken.map(asGiven), waiting);
  let next = 0;
  return texts.map((text) =>
    text.trim() === "" ? new Float32Array(vectors.dimensions) : (found[next++] as Float32Array),
  );
}

/** Runs the work once for all callers; after a failure the next call runs it again. */
function once<Input>(work: (input: Input) => Promise<void>): (input: Input) => Promise<void> {
  let running: Promise<void> | null = null;
  return (input) => {
    running ??= work(input).catch((error: unknown) => {
      running = null;
      throw error;
    });
    return running;
  };
}
