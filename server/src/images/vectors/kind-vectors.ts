import type { Db } from "../../platform/database/database.ts";
import type { Log } from "../../platform/log.ts";
import { VectorIndex } from "../../platform/vectors/vector-index.ts";
import { type Serving, servingModel, type VectorKind } from "../enrichment/serving-models.ts";
import { numbersOf, vectorsAfter, withoutVector } from "./stored-vectors.ts";

const ROWS_A_PAGE = 500;
const KEYS_A_PAGE = 10_000;
const MOST_RESULTS = 1000;
/** So many vectors are worth a file at once; fewer are written when the process stops. */
const WORTH_SAVING = 5000;

type Opened = { model: string; dimensions: number; index: VectorIndex };
type Parts = { db: Db; log: Log; folder: string };

/** A process's copy of the serving model's vectors of one kind, by reading. */
export class KindVectors {
  readonly #parts: Parts;
  readonly #kind: VectorKind;
  #opened: Opened | null = null;
  #unsaved = 0;
  #stopped = false;

  constructor(kind: VectorKind, parts: Parts) {
    this.#kind = kind;
    this.#parts = parts;
  }

  /** The model whose vectors answer; null as long as there are none. */
  get model(): string | null {
    return this.#opened?.model ?? null;
  }

  get size(): number {
    return this.#opened?.index.size ?? 0;
  }

  /** With its graph, if it has one. */
  get memoryBytes(): number {
    return this.#opened?.index.memoryBytes ?? 0;
  }

  /** How many vectors its graph knows, and whether one is being made. */
  get graph(): { vectors: number; building: boolean } {
    const index = this.#opened?.index;
    return { vectors: index?.graphed ?? 0, building: index?.building ?? false };
  }

  /** The readings nearest to a vector of `model`, among those, by cosine; none when that is not whose vectors these are. */
  async nearest(
    query: { model: string; vector: Float32Array },
    among: readonly number[] | Float64Array,
    k: number,
  ): Promise<[reading: number, cosine: number][]> {
    if (this.#opened?.model !== query.model || among.length === 0) return [];
    const { keys, similarities } = await this.#opened.index.search(query.vector, {
      k: Math.min(k, MOST_RESULTS),
      among,
    });
    return keys.map((key, nth) => [key, similarities[nth] as number]);
  }

  /** The cosine of each of these readings; of one that has no vector there is none. */
  async cosines(
    query: { model: string; vector: Float32Array },
    readings: Float64Array,
  ): Promise<Map<number, number>> {
    const parts: Float64Array[] = [];
    for (let at = 0; at < readings.length; at += MOST_RESULTS)
      parts.push(readings.subarray(at, at + MOST_RESULTS));
    const found = await Promise.all(parts.map((part) => this.nearest(query, part, MOST_RESULTS)));
    return new Map(found.flat());
  }

  /** Reads what has been stored since the last time, and changes to the model that answers now. */
  async catchUp(): Promise<void> {
    const serving = await servingModel(this.#parts.db, this.#kind);
    if (!serving || this.#stopped) return;
    if (this.#opened?.model === serving.model) {
      await this.#feed(this.#opened);
      return;
    }
    const [first] = await this.#after(serving.model, 0, 1);
    if (!first) return;
    // The old model's index answers until the new one's is whole.
    const { dimensions } = first;
    const opened = { model: serving.model, dimensions, index: await this.#open(serving, dimensions) };
    await this.#dropGone(opened);
    await this.#feed(opened);
    const before = this.#opened;
    this.#opened = opened;
    await before?.index.discard();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    const index = this.#opened?.index;
    this.#opened = null;
    if (!index) return;
    if (this.#unsaved > 0)
      await index.save().catch((error) => this.#parts.log.warn({ err: error }, "vectors"));
    await index.close();
  }

  /** Forgets readings that are gone from the database: pictures that no listing shows any more. */
  async dropGone(): Promise<void> {
    if (this.#opened) await this.#dropGone(this.#opened);
  }

  async #dropGone({ model, index }: Opened): Promise<void> {
    const { db } = this.#parts;
    const keys = await index.keys();
    for (let at = 0; at < keys.length && !this.#stopped; at += KEYS_A_PAGE) {
      const readingIds = [...keys.subarray(at, at + KEYS_A_PAGE)];
      const gone = await withoutVector(db, { kind: this.#kind, model, readingIds });
      if (gone.length > 0) await index.remove(gone);
    }
  }

  #open({ model, since }: Serving, dimensions: number): Promise<VectorIndex> {
    // By the moment another database's index is known, which may lie in the same folder.
    const name = `photos ${this.#kind} ${model} ${since.getTime()}`;
    const { folder, log } = this.#parts;
    return VectorIndex.open({ folder, name, dimensions, log });
  }

  async #feed({ model, dimensions, index }: Opened): Promise<void> {
    while (!this.#stopped) {
      const rows = await this.#after(model, index.revision, ROWS_A_PAGE);
      if (rows.length > 0) {
        await index.put(
          rows.map(({ reading_id, revision, vector, ...row }) => ({
            key: reading_id,
            revision,
            // A server that has another model behind the same name is believed as far as it can be compared.
            vectors: row.dimensions === dimensions ? [numbersOf(vector)] : [],
          })),
        );
      }
      this.#unsaved += rows.length;
      if (rows.length === ROWS_A_PAGE) continue;
      if (this.#unsaved < WORTH_SAVING) return;
      this.#unsaved = 0;
      await index.save();
      return;
    }
  }

  #after(model: string, revision: number, limit: number) {
    return vectorsAfter(this.#parts.db, { kind: this.#kind, model, revision, limit });
  }
}
