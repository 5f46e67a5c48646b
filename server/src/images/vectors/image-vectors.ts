import { join } from "node:path";
import { Follower, ModelVectors } from "../../model-vectors/index.ts";
import type { Db } from "../../platform/database/database.ts";
import type { Log } from "../../platform/log.ts";
import { imageVectorsCursor } from "../cursors.ts";
import { IndexCapacity } from "../enrichment/index-capacity.ts";
import type { ImageVectorKind } from "../enrichment/serving-models.ts";
import { ListingPictures } from "./listing-pictures.ts";
import { vectorsAfter, withoutVector } from "./stored-vectors.ts";

const LOOK_FOR_DELETED_MS = 6 * 3_600_000;
/** Limits the search for deleted vectors to a twentieth of the time. */
const PAUSE_FACTOR = 19;

/**
 * A process's copy of the data that photo searches use: the vectors of pictures and descriptions, and which listings
 * show the pictures. It loads at the first search or at `start`, and follows the database from then on.
 */
export class ImageVectors {
  readonly kinds: Record<ImageVectorKind, ModelVectors>;
  readonly listings = new ListingPictures();
  /** How many more pictures can be indexed. */
  readonly capacity = new IndexCapacity();
  readonly #db: Db;
  readonly #follower: Follower;
  #lookedForDeleted = performance.now();
  /** The revision of the last deletion that was processed. */
  #settledDeletion: number | null = null;
  #pauseMs = 0;

  constructor({ db, log, dataDir }: { db: Db; log: Log; dataDir: string }) {
    this.#db = db;
    const vectorsOf = (kind: ImageVectorKind) =>
      new ModelVectors({
        db,
        log,
        folder: join(dataDir, "indexes"),
        kind,
        name: `photos ${kind}`,
        store: {
          after: (query) => vectorsAfter(db, { kind, ...query }),
          deleted: ({ model, keys }) => withoutVector(db, { kind, model, enrichmentIds: keys }),
        },
      });
    this.kinds = { visual: vectorsOf("visual"), description: vectorsOf("description") };
    this.#follower = new Follower({
      log,
      read: () => this.#read(),
      failure: "photo search index update failed, will retry",
    });
  }

  /** Resolves when all stored data is loaded; after a failure the next call tries again. */
  start(): Promise<void> {
    return this.#follower.start();
  }

  /** Resolves when everything committed before the call can be found; at once when nothing was started. */
  catchUp(): Promise<void> {
    return this.#follower.catchUp();
  }

  async stop(): Promise<void> {
    await this.#follower.stop();
    await Promise.all(Object.values(this.kinds).map((kind) => kind.stop()));
  }

  async #read(): Promise<void> {
    await this.listings.catchUp(this.#db);
    const { revision: deletion } = await imageVectorsCursor.read(this.#db);
    this.#settledDeletion ??= deletion;
    for (const kind of Object.values(this.kinds)) await kind.catchUp();
    const wait = this.#settledDeletion === deletion ? LOOK_FOR_DELETED_MS : this.#pauseMs;
    const began = performance.now();
    if (began - this.#lookedForDeleted < wait) return;
    for (const kind of Object.values(this.kinds)) await kind.removeDeleted();
    this.#settledDeletion = deletion;
    this.#lookedForDeleted = performance.now();
    this.#pauseMs = (this.#lookedForDeleted - began) * PAUSE_FACTOR;
  }
}
