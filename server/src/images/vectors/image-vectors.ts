import { join } from "node:path";
import type { Db } from "../../platform/database/database.ts";
import type { Log } from "../../platform/log.ts";
import { IndexCapacity } from "../enrichment/index-capacity.ts";
import type { VectorKind } from "../enrichment/serving-models.ts";
import { KindVectors } from "./kind-vectors.ts";
import { ListingPictures } from "./listing-pictures.ts";
import { lastForgotten } from "./stored-vectors.ts";

const POLL_MS = 1000;
const LOOK_FOR_GONE_MS = 6 * 3_600_000;
/** It looks for them a twentieth of the time at most. */
const RESTS = 19;

/**
 * A process's copy of what searches for photos compare: the vectors of pictures, of what they look like and of what is said of
 * them, and which listings show them. It begins at the first search, or when it is started, and follows the database from then
 * on.
 */
export class ImageVectors {
  readonly kinds: Record<VectorKind, KindVectors>;
  readonly listings = new ListingPictures();
  /** How many more pictures may have vectors. */
  readonly capacity = new IndexCapacity();
  readonly #db: Db;
  readonly #log: Log;
  #starting: Promise<void> | null = null;
  #running: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #lookedForGone = performance.now();
  /** As of the last look for vectors that are gone. */
  #forgotten: number | null = null;
  /** After a look that took long the next one is not at once. */
  #restMs = 0;
  #stopped = false;

  constructor({ db, log, dataDir }: { db: Db; log: Log; dataDir: string }) {
    this.#db = db;
    this.#log = log;
    const parts = { db, log, folder: join(dataDir, "indexes") };
    this.kinds = {
      visual: new KindVectors("visual", parts),
      description: new KindVectors("description", parts),
    };
  }

  /** Resolves when it has read what there is; after a failure the next call tries again. */
  start(): Promise<void> {
    this.#starting ??= this.#begin().catch((error: unknown) => {
      this.#starting = null;
      throw error;
    });
    return this.#starting;
  }

  /** Resolves when what was committed before the call can be found; at once when nobody has searched here yet. */
  async catchUp(): Promise<void> {
    if (this.#starting) await this.#catchUp();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#starting?.catch(() => {});
    await this.#running?.catch(() => {});
    await Promise.all(Object.values(this.kinds).map((kind) => kind.stop()));
  }

  async #catchUp(): Promise<void> {
    if (this.#running) await this.#running.catch(() => {});
    this.#running ??= this.#read().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #begin(): Promise<void> {
    await this.#catchUp();
    const poll = async () => {
      await this.#catchUp().catch((error: unknown) =>
        this.#log.error({ err: error }, "the search for photos cannot catch up"),
      );
      this.#schedule(poll);
    };
    this.#schedule(poll);
  }

  #schedule(poll: () => Promise<void>): void {
    if (!this.#stopped) this.#timer = setTimeout(poll, POLL_MS).unref();
  }

  async #read(): Promise<void> {
    if (this.#stopped) return;
    await this.listings.catchUp(this.#db);
    const forgotten = await lastForgotten(this.#db);
    this.#forgotten ??= forgotten;
    for (const kind of Object.values(this.kinds)) await kind.catchUp();
    const wait = this.#forgotten === forgotten ? LOOK_FOR_GONE_MS : this.#restMs;
    const began = performance.now();
    if (began - this.#lookedForGone < wait) return;
    for (const kind of Object.values(this.kinds)) await kind.dropGone();
    this.#forgotten = forgotten;
    this.#lookedForGone = performance.now();
    this.#restMs = (this.#lookedForGone - began) * RESTS;
  }
}
