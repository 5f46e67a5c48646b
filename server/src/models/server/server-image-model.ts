import { measuredImageModel, type PhotoVectors } from "../measured-models.ts";
import { type ImageModel, ModelError, type PhotoInput } from "../models.ts";
import { jpegOf } from "../prepare-photo.ts";
import type { ModelEndpoint } from "./model-endpoint.ts";
import { SERVER_VERSION, ServerEmbeddings } from "./server-embeddings.ts";

/** More than these models use. */
const MAX_SIDE = 512;

/**
 * The request formats for image embeddings, which OpenAI's API does not specify: Jina and Infinity take them as input
 * items, vLLM as a chat message, one per call.
 */
const ways: { photos: number; body: (urls: string[]) => object }[] = [
  { photos: 8, body: (urls) => ({ input: urls.map((image) => ({ image })) }) },
  {
    photos: 1,
    body: (urls) => ({
      messages: [{ role: "user", content: urls.map((url) => ({ type: "image_url", image_url: { url } })) }],
    }),
  },
];

/** The image model of a server: one with vectors for photos and for texts, such as CLIP or SigLIP. */
export function serverImageModel(endpoint: ModelEndpoint): ImageModel {
  const named = { name: endpoint.model, version: SERVER_VERSION };
  return measuredImageModel(named, new ServerPhotoVectors(endpoint));
}

class ServerPhotoVectors extends ServerEmbeddings implements PhotoVectors {
  /** The format that has worked. */
  #way: (typeof ways)[number] | null = null;

  async ofPhotos(photos: PhotoInput[]): Promise<Float32Array[]> {
    const jpegs = await Promise.all(photos.map((photo) => jpegOf(photo, MAX_SIDE)));
    const urls = jpegs.map((jpeg) => `data:image/jpeg;base64,${jpeg.toString("base64")}`);
    if (this.#way) return this.#ask(urls, this.#way);
    let refusal: unknown;
    for (const way of ways) {
      try {
        const vectors = await this.#ask(urls, way);
        this.#way = way;
        return vectors;
      } catch (error) {
        if (!(error instanceof ModelError && error.reason === "failed")) throw error;
        refusal = error;
      }
    }
    throw refusal;
  }

  async #ask(urls: string[], { photos, body }: (typeof ways)[number]): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (let index = 0; index < urls.length; index += photos) {
      const batch = urls.slice(index, index + photos);
      vectors.push(...(await this.ofOther(body(batch), batch.length, "batch")));
    }
    return vectors;
  }
}
