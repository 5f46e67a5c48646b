import { join } from "node:path";
import type { Db } from "../../platform/database/database.ts";
import type { Log } from "../../platform/log.ts";
import type { Nearest } from "../../platform/vectors/protocol.ts";
import { VectorIndex } from "../../platform/vectors/vector-index.ts";
import { ListingFeatures } from "./listing-features.ts";
import { type Serving, servingModel } from "./serving-model.ts";
import { type VectorRow, vectorsAfter } from "./stored-vectors.ts";

const POLL_MS = 1000;
const ROWS_A_PAGE = 500;
const MOST_RESULTS = 1000;
/** So many vectors are worth a file at once; fewer are written when the process stops. */
const WORTH_SAVING = 5000;

type Opened = { model: string; index: VectorIndex };

/**
 * A process's copy of what searches by words compare: the serving model's vectors, and the listings' features. It begins at the
 * first search, or when it is started, and follows the database from then on.
 */
export class ListingVectors {
  readonly features = new ListingFeatures();
  readonly #db: Db;
  readonly #log: Log;
  readonly #folder: string;
  #opened: Opened | null = null;
  #starting: Promise<void> | null = null;
  #running: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;
  #unsaved = 0;

  constructor(parts: { db: Db; log: Log; dataDir: string }) {
    this.#db = parts.db;
    this.#log = parts.log;
    this.#folder = join(parts.dataDir, "indexes");
  }

  /** The model whose vectors answer; null as long as there are none. */
  get model(): string | null {
    return this.#opened?.model ?? null;
  }

  /** Resolves when it has read what there is. */
  start(): Promise<void> {
    this.#starting ??= this.#begin().catch((error: unknown) => {
      // The next search tries again.
      this.#starting = null;
      throw error;
    });
    return this.#starting;
  }

  /** The nearest listings among those, best first. @throws when it has been stopped. */
  async nearest(query: Float32Array, among: readonly number[] | Float64Array, k: number): Promise<Nearest> {
    if (this.#opened === null || among.length === 0) return { keys: [], similarities: [], nth: [] };
    return this.#opened.index.search(query, { k: Math.min(k, MOST_RESULTS), among });
  }

  /** Resolves when what was committed before the call can be found; at once when nobody has searched here yet. */
  async catchUp(): Promise<void> {
    if (this.#starting) await this.#catchUp();
  }

  async #catchUp(): Promise<void> {
    if (this.#running) await this.#running.catch(() => {});
    this.#running ??= this.#read().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#starting?.catch(() => {});
    await this.#running?.catch(() => {});
    const index = this.#opened?.index;
    this.#opened = null;
    if (!index) return;
    if (this.#unsaved > 0)
      await this.#save(index).catch((error) => this.#log.warn({ err: error }, "vectors"));
    await index.close();
  }

  async #begin(): Promise<void> {
    await this.#catchUp();
    const poll = async () => {
      await this.catchUp().catch((error: unknown) =>
        this.#log.error({ err: error }, "the search by words cannot catch up"),
      );
      if (!this.#stopped) this.#timer = setTimeout(poll, POLL_MS).unref();
    };
    if (!this.#stopped) this.#timer = setTimeout(poll, POLL_MS).unref();
  }

  async #read(): Promise<void> {
    await this.features.catchUp(this.#db);
    const serving = await servingModel(this.#db);
    if (!serving || this.#stopped) return;
    if (this.#opened?.model === serving.model) {
      await this.#feed(this.#opened);
      return;
    }
    const [first] = await vectorsAfter(this.#db, { model: serving.model, revision: 0, limit: 1 });
    if (!first) return;
    // The old model's index answers until the new one's is whole.
    const opened = { model: serving.model, index: await this.#open(serving, first.dimensions) };
    await this.#feed(opened);
    const before = this.#opened;
    this.#opened = opened;
    await before?.index.discard();
  }

  #open({ model, since }: Serving, dimensions: number): Promise<VectorIndex> {
    // By the moment another database's index is known, which may lie in the same folder.
    const name = `listings ${model} ${since.getTime()}`;
    return VectorIndex.open({ folder: this.#folder, name, dimensions, log: this.#log });
  }

  async #feed({ model, index }: Opened): Promise<void> {
    while (!this.#stopped) {
      const rows = await vectorsAfter(this.#db, { model, revision: index.revision, limit: ROWS_A_PAGE });
      if (rows.length > 0) await index.put(rows.map(toEntry));
      this.#unsaved += rows.length;
      if (rows.length === ROWS_A_PAGE) continue;
      if (this.#unsaved >= WORTH_SAVING) await this.#save(index);
      return;
    }
  }

  async #save(index: VectorIndex): Promise<void> {
    this.#unsaved = 0;
    await index.save();
  }
}

function toEntry({ listing_id, revision, dimensions, vectors }: VectorRow) {
  // A copy of its own: the driver's bytes lie anywhere in a larger buffer.
  const numbers = new Int16Array(new Uint8Array(vectors).buffer);
  const each = Array.from({ length: numbers.length / dimensions }, (_, nth) =>
    numbers.slice(nth * dimensions, (nth + 1) * dimensions),
  );
  return { key: listing_id, revision, vectors: each };
}
