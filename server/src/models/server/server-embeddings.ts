import type OpenAI from "openai";
import { measuredTextModel, type TextVectors, type Waiting } from "../measured-models.ts";
import { ModelError } from "../models.ts";
import type { TextModel } from "../text-model.ts";
import type { ModelEndpoint } from "./model-endpoint.ts";
import { readEmbeddings } from "./read-embeddings.ts";
import { ServerError } from "./server-error.ts";

const TEXTS_A_CALL = 64;
const CHARACTERS_A_CALL = 64_000;
/** About 1,500 tokens. A model with a limit of 512 tokens refuses longer texts, which are then cut to SURELY_FITS. */
const MAX_TEXT_LENGTH = 6_000;
const SURELY_FITS = 1_200;

/** Vectors by one model of the server. The first reply determines their length, which must not change later. */
export class ServerEmbeddings implements TextVectors {
  /** 0 until the first reply. */
  dimensions = 0;
  readonly #endpoint: ModelEndpoint;
  #longest = MAX_TEXT_LENGTH;

  constructor(endpoint: ModelEndpoint) {
    this.#endpoint = endpoint;
  }

  /** @throws ModelError */
  async ofTexts(texts: string[], waiting: Waiting): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (const batch of batchesOf(texts, this.#longest))
      vectors.push(...(await this.#ofBatch(batch, waiting)));
    return vectors;
  }

  /**
   * Vectors of inputs outside of the embeddings specification: `extra` replaces `input`.
   *
   * @throws ModelError
   */
  ofOther(extra: object, count: number, waiting: Waiting): Promise<Float32Array[]> {
    return this.#ask(extra, count, waiting);
  }

  async #ofBatch(texts: string[], waiting: Waiting): Promise<Float32Array[]> {
    try {
      return await this.#ask({ input: texts.map((text) => cut(text, this.#longest)) }, texts.length, waiting);
    } catch (error) {
      if (!isTooLong(error) || !texts.some(({ length }) => length > SURELY_FITS)) throw error;
      const vectors = await this.#ask(
        { input: texts.map((text) => cut(text, SURELY_FITS)) },
        texts.length,
        waiting,
      );
      this.#longest = SURELY_FITS;
      return vectors;
    }
  }

  async #ask(extra: object, count: number, waiting: Waiting): Promise<Float32Array[]> {
    const body = { model: this.#endpoint.model, encoding_format: "float", ...extra };
    const vectors = await this.#endpoint.ask(waiting, async (client, signal) =>
      readEmbeddings(await client.embeddings.create(body as OpenAI.EmbeddingCreateParams, { signal }), count),
    );
    const { length } = vectors[0] as Float32Array;
    if (this.dimensions !== 0 && this.dimensions !== length) {
      const change = `${length} numbers where it was ${this.dimensions}`;
      throw new ModelError("failed", `The model server has changed its model: vectors have ${change}.`);
    }
    this.dimensions = length;
    return vectors;
  }
}

/** Batches within the limits of texts and characters per call. */
function* batchesOf(texts: string[], longest: number): Generator<string[]> {
  let batch: string[] = [];
  let characters = 0;
  for (const text of texts) {
    const length = Math.min(text.length, longest);
    if (batch.length === TEXTS_A_CALL || (batch.length > 0 && characters + length > CHARACTERS_A_CALL)) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(text);
    characters += length;
  }
  if (batch.length > 0) yield batch;
}

/** Does not split surrogate pairs. */
function cut(text: string, longest: number): string {
  return text.length <= longest ? text : text.slice(0, longest).replace(/[\ud800-\udbff]$/, "");
}

function isTooLong(error: unknown): boolean {
  return error instanceof ServerError && [400, 413, 422].includes(error.status ?? 0);
}

/**
 * The version of the preparation of texts: prefixes and truncation. The server does not report a version of the model.
 */
export const SERVER_VERSION = "server-1";

/** The text model of a server; its name is the server's. */
export function serverTextModel(endpoint: ModelEndpoint): TextModel {
  return measuredTextModel({ name: endpoint.model, version: SERVER_VERSION }, new ServerEmbeddings(endpoint));
}
