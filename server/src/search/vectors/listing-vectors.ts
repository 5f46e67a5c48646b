import { join } from "node:path";
import { Follower, ModelVectors } from "../../model-vectors/index.ts";
import type { Db } from "../../platform/database/database.ts";
import type { IdSet } from "../../platform/id-set.ts";
import type { Log } from "../../platform/log.ts";
import type { Nearest } from "../../platform/vectors/protocol.ts";
import { ListingFeatures } from "./listing-features.ts";
import { vectorsAfter } from "./stored-vectors.ts";

/**
 * A process's copy of what natural-language search compares: the serving model's vectors, and the listings' features. It loads at
 * the first search or at `start`, and follows the database from then on.
 */
export class ListingVectors {
  readonly features = new ListingFeatures();
  readonly #vectors: ModelVectors;
  readonly #follower: Follower;

  constructor({ db, log, dataDir }: { db: Db; log: Log; dataDir: string }) {
    this.#vectors = new ModelVectors({
      db,
      log,
      folder: join(dataDir, "indexes"),
      kind: "listing",
      name: "listings",
      store: { after: (query) => vectorsAfter(db, query) },
    });
    this.#follower = new Follower({
      log,
      read: async () => {
        await this.features.catchUp(db);
        await this.#vectors.catchUp();
      },
      failure: "listing search index update failed, will retry",
    });
  }

  /** The model whose vectors serve; null without vectors. */
  get model(): string | null {
    return this.#vectors.model;
  }

  /** Resolves when all stored data is loaded; after a failure the next call tries again. */
  start(): Promise<void> {
    return this.#follower.start();
  }

  /** The `k` nearest listings of each set, best first. @throws VectorIndexError; the signal's reason */
  nearest(
    query: Float32Array,
    sets: readonly { among: IdSet; k: number }[],
    signal: AbortSignal,
  ): Promise<Nearest[]> {
    return this.#vectors.searchEach(query, sets, signal);
  }

  /** Resolves when everything committed before the call can be found; at once when nothing was started. */
  catchUp(): Promise<void> {
    return this.#follower.catchUp();
  }

  async stop(): Promise<void> {
    await this.#follower.stop();
    await this.#vectors.stop();
  }
}
