import { join } from "node:path";
import { Follower, ModelVectors } from "../../model-vectors/index.ts";
import type { Db } from "../../platform/database/database.ts";
import type { Log } from "../../platform/log.ts";
import type { Nearest } from "../../platform/vectors/protocol.ts";
import { ListingFeatures } from "./listing-features.ts";
import { vectorsAfter } from "./stored-vectors.ts";

/**
 * A process's copy of what searches by words compare: the serving model's vectors, and the listings' features. It begins at the
 * first search, or when it is started, and follows the database from then on.
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

  /** The model whose vectors answer; null as long as there are none. */
  get model(): string | null {
    return this.#vectors.model;
  }

  /** Resolves when it has read all stored data; after a failure the next call tries again. */
  start(): Promise<void> {
    return this.#follower.start();
  }

  /** The nearest listings among those, best first. @throws when it has been stopped. */
  nearest(query: Float32Array, among: readonly number[] | Float64Array, k: number): Promise<Nearest> {
    return this.#vectors.search(query, among, k);
  }

  /** Resolves when what was committed before the call can be found; at once when no search has started it yet. */
  catchUp(): Promise<void> {
    return this.#follower.catchUp();
  }

  async stop(): Promise<void> {
    await this.#follower.stop();
    await this.#vectors.stop();
  }
}
