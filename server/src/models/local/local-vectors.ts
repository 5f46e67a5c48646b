import type { PhotoVectors, Waiting } from "../measured-models.ts";
import { ModelError, type PhotoInput } from "../models.ts";
import { pixelsOf } from "../prepare-photo.ts";
import { unitVectorOf } from "../unit-vector.ts";
import type { LocalWorker } from "./local-worker.ts";
import type { LocalTask } from "./protocol.ts";

/** At most a second of work per task: queries run between two tasks. */
const TEXTS_A_TURN = 16;
const PICTURES_A_TURN = 4;
/** More than these models use; longer texts only cost time in the tokenizer. */
const MAX_SIDE = 512;
const MAX_TEXT_LENGTH = 6_000;

/** Vectors by one model of MODEL_DIR, normalized to length 1. */
export class LocalVectors implements PhotoVectors {
  dimensions = 0;
  readonly #worker: LocalWorker;
  readonly #folder: string;

  constructor(worker: LocalWorker, folder: string) {
    this.#worker = worker;
    this.#folder = folder;
  }

  async ofTexts(texts: string[], waiting: Waiting): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (let index = 0; index < texts.length; index += TEXTS_A_TURN) {
      const turn = texts.slice(index, index + TEXTS_A_TURN).map((text) => text.slice(0, MAX_TEXT_LENGTH));
      const task = { kind: "texts", folder: this.#folder, texts: turn } as const;
      vectors.push(...(await this.#ask(task, turn.length, waiting)));
    }
    return vectors;
  }

  async ofPhotos(photos: PhotoInput[]): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (let index = 0; index < photos.length; index += PICTURES_A_TURN) {
      const turn = photos.slice(index, index + PICTURES_A_TURN);
      const pictures = await Promise.all(turn.map((photo) => pixelsOf(photo, MAX_SIDE)));
      const task = { kind: "pictures", folder: this.#folder, pictures } as const;
      vectors.push(...(await this.#ask(task, turn.length, "batch")));
    }
    return vectors;
  }

  async #ask(task: LocalTask, count: number, waiting: Waiting): Promise<Float32Array[]> {
    const { vectors } = await this.#worker.run(task, waiting);
    const { length } = vectors[0] ?? [];
    const dimensions = this.dimensions || length;
    if (vectors.length !== count || vectors.some((vector) => vector.length !== dimensions)) {
      throw new ModelError(
        "failed",
        `The local model ${this.#folder} answered with vectors of another form.`,
      );
    }
    this.dimensions = dimensions;
    return vectors.map(unitVectorOf);
  }
}
