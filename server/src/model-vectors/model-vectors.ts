import type { Db } from "../platform/database/database.ts";
import { IdSet } from "../platform/id-set.ts";
import type { Log } from "../platform/log.ts";
import type { Nearest } from "../platform/vectors/protocol.ts";
import { VectorIndex } from "../platform/vectors/vector-index.ts";
import { type Serving, servingModel, type VectorKind } from "./serving-models.ts";

const ROWS_A_PAGE = 500;
const KEYS_A_PAGE = 10_000;
const MAX_RESULTS = 1000;
/** The index file is written after this many new vectors; the rest when the process stops. */
const SAVE_AFTER = 5000;

/** One key's vectors as stored: concatenated in `vectors`. */
export type StoredVectors = { key: number; revision: number; dimensions: number; vectors: Buffer };

/** Where the vectors are stored. */
export type VectorStore = {
  /** A model's vectors after a revision, in order. */
  after(query: { model: string; revision: number; limit: number }): Promise<StoredVectors[]>;
  /** Those of these keys that no longer have vectors of that model; without this function, keys are never removed. */
  deleted?(query: { model: string; keys: readonly number[] }): Promise<number[]>;
};

type Opened = { model: string; dimensions: number; index: VectorIndex };

export type ModelVectorsOptions = {
  db: Db;
  log: Log;
  folder: string;
  kind: VectorKind;
  /** The prefix of the index files' names. */
  name: string;
  store: VectorStore;
};

/**
 * A process's searchable copy of the serving model's vectors of one kind. After a change of models, the new model's
 * index is filled in the background and replaces the old one when it is complete.
 */
export class ModelVectors {
  readonly #options: ModelVectorsOptions;
  #opened: Opened | null = null;
  #unsaved = 0;
  #stopped = false;

  constructor(options: ModelVectorsOptions) {
    this.#options = options;
  }

  /** The model whose vectors answer; null without vectors. */
  get model(): string | null {
    return this.#opened?.model ?? null;
  }

  get size(): number {
    return this.#opened?.index.size ?? 0;
  }

  /** Including the graph. */
  get memoryBytes(): number {
    return this.#opened?.index.memoryBytes ?? 0;
  }

  /** The number of vectors in the graph, and whether one is being built. */
  get graph(): { vectors: number; building: boolean } {
    const index = this.#opened?.index;
    return { vectors: index?.graphed ?? 0, building: index?.building ?? false };
  }

  /** The nearest of these keys, best first; none without vectors. */
  async search(query: Float32Array, among: IdSet, k: number): Promise<Nearest> {
    if (this.#opened === null || k === 0 || among.size === 0) return { keys: [], similarities: [], nth: [] };
    return this.#opened.index.search(query, { k: Math.min(k, MAX_RESULTS), among });
  }

  /** The nearest of each of these sets, which are not empty; none without vectors. @throws the signal's reason */
  async searchEach(
    query: Float32Array,
    sets: readonly { among: IdSet; k: number }[],
    signal: AbortSignal,
  ): Promise<Nearest[]> {
    if (this.#opened === null || sets.length === 0) return [];
    const filters = sets.map(({ among, k }) => ({ among, k: Math.min(k, MAX_RESULTS) }));
    return this.#opened.index.searchEach(query, filters, signal);
  }

  /** The nearest of these keys to a vector of `model`, with their cosines; none while another model serves. */
  async nearest(
    query: { model: string; vector: Float32Array },
    among: IdSet,
    k: number,
  ): Promise<[key: number, cosine: number][]> {
    if (this.model !== query.model) return [];
    const { keys, similarities } = await this.search(query.vector, among, k);
    return keys.map((key, nth) => [key, similarities[nth] as number]);
  }

  /** The cosine of each of these keys that has a vector. */
  async cosines(
    query: { model: string; vector: Float32Array },
    keys: Float64Array,
  ): Promise<Map<number, number>> {
    const parts: IdSet[] = [];
    for (let index = 0; index < keys.length; index += MAX_RESULTS)
      parts.push(IdSet.of(keys.subarray(index, index + MAX_RESULTS)));
    const found = await Promise.all(parts.map((part) => this.nearest(query, part, MAX_RESULTS)));
    return new Map(found.flat());
  }

  /** Reads the vectors stored since the last call, and switches to the serving model. */
  async catchUp(): Promise<void> {
    const serving = await servingModel(this.#options.db, this.#options.kind);
    if (!serving || this.#stopped) return;
    if (this.#opened?.model === serving.model) await this.#feed(this.#opened);
    else await this.#swapTo(serving);
  }

  /** Removes keys whose vectors were deleted from the database. */
  async removeDeleted(): Promise<void> {
    if (this.#opened) await this.#removeDeleted(this.#opened);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    const index = this.#opened?.index;
    this.#opened = null;
    if (!index) return;
    if (this.#unsaved > 0)
      await this.#save(index).catch((error) =>
        this.#options.log.warn({ err: error, kind: this.#options.kind }, "vector index not saved"),
      );
    await index.close();
  }

  async #swapTo(serving: Serving): Promise<void> {
    const { model } = serving;
    const [first] = await this.#options.store.after({ model, revision: 0, limit: 1 });
    if (!first) return;
    const { dimensions } = first;
    const opened = { model, dimensions, index: await this.#open(serving, dimensions) };
    await this.#removeDeleted(opened);
    await this.#feed(opened);
    const before = this.#opened;
    this.#opened = opened;
    await before?.index.discard();
  }

  #open({ model, since }: Serving, dimensions: number): Promise<VectorIndex> {
    const { folder, log } = this.#options;
    // The timestamp distinguishes this database's index from that of another database with the same folder.
    return VectorIndex.open({
      folder,
      name: `${this.#options.name} ${model} ${since.getTime()}`,
      dimensions,
      log,
    });
  }

  async #removeDeleted({ model, index }: Opened): Promise<void> {
    const { store } = this.#options;
    if (!store.deleted) return;
    const keys = await index.keys();
    for (let position = 0; position < keys.length && !this.#stopped; position += KEYS_A_PAGE) {
      const deleted = await store.deleted({
        model,
        keys: [...keys.subarray(position, position + KEYS_A_PAGE)],
      });
      if (deleted.length > 0) await index.remove(deleted);
    }
  }

  async #feed({ model, dimensions, index }: Opened): Promise<void> {
    while (!this.#stopped) {
      const rows = await this.#options.store.after({ model, revision: index.revision, limit: ROWS_A_PAGE });
      if (rows.length > 0) {
        await index.put(
          rows.map(({ key, revision, ...row }) => ({
            key,
            revision,
            // A model server may replace the model behind a name: vectors of other dimensions cannot be compared.
            vectors: row.dimensions === dimensions ? vectorsOf(row) : [],
          })),
        );
      }
      this.#unsaved += rows.length;
      if (rows.length === ROWS_A_PAGE) continue;
      if (this.#unsaved >= SAVE_AFTER) await this.#save(index);
      return;
    }
  }

  async #save(index: VectorIndex): Promise<void> {
    this.#unsaved = 0;
    await index.save();
  }
}

function vectorsOf({ vectors, dimensions }: { vectors: Buffer; dimensions: number }): Int16Array[] {
  const numbers = numbersOf(vectors);
  return Array.from({ length: numbers.length / dimensions }, (_, nth) =>
    numbers.slice(nth * dimensions, (nth + 1) * dimensions),
  );
}

/** Copied, because the driver's bytes are part of a larger buffer and may not be aligned. */
export function numbersOf(vector: Buffer): Int16Array {
  return new Int16Array(new Uint8Array(vector).buffer);
}
