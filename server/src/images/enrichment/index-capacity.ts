import { sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";

/** A full index is counted again after this time, because pictures are also deleted without a new revision. */
const STALE_MS = 60_000;

/**
 * How many more pictures the index accepts (IMAGE_INDEX_CAPACITY). Counting a large index takes part of a second, so
 * the count is cached. Every picture stored since then has taken a revision, so at least the cached free capacity
 * minus the new revisions is still free.
 */
export class IndexCapacity {
  #counted: { free: number; revision: number; at: number } | null = null;
  #cleared: number | null = null;

  /** The capacity for new pictures, at most `wanted`. Call it under the lock of `imageVectorsCursor`. */
  async free({ db, config, clock }: Context, wanted: number): Promise<number> {
    const revision = await lastRevision(db);
    const left = this.#counted ? this.#counted.free - (revision - this.#counted.revision) : 0;
    if (left >= wanted) return wanted;
    const free = Math.max(0, config.imageIndexCapacity - (await indexedPictures(db)));
    this.#counted = { free, revision, at: clock.now().getTime() };
    return Math.min(free, wanted);
  }

  /**
   * Whether an eviction could free capacity: listings have changed since the last one. Records that an eviction
   * follows now, and drops the cached count.
   */
  async shouldEvict({ db }: Context): Promise<boolean> {
    const revision = await lastListingRevision(db);
    if (this.#cleared === revision) return false;
    this.#cleared = revision;
    this.#counted = null;
    return true;
  }

  /**
   * Whether the index was full at the last count and nothing has changed since; then calling models would be wasted.
   */
  async isFull({ db, clock }: Context): Promise<boolean> {
    if (this.#counted === null || this.#counted.free > 0) return false;
    if (clock.now().getTime() - this.#counted.at > STALE_MS) return false;
    return (await lastRevision(db)) === this.#counted.revision;
  }
}

/** Pictures with vectors that listings show; others can be evicted. Reads both tables completely. */
export async function listedPictures(db: Db): Promise<number> {
  const { rows } = await sql<{ pictures: number }>`
    select count(*) as pictures
    from (
      select enrichment_id from image_vectors
      intersect
      select unnest(enrichment_ids) from listing_images
    ) shown`.execute(db);
  return Number(rows[0]?.pictures);
}

/** The revision of the last change of listings' photos. Index: listing_images_revision, its end. */
async function lastListingRevision(db: Db): Promise<number> {
  const { rows } = await sql<{ revision: number | null }>`
    select max(revision) as revision
    from listing_images`.execute(db);
  return Number(rows[0]?.revision ?? 0);
}

/** Pictures with vectors of any model. Index: image_vectors_pkey. */
async function indexedPictures(db: Db): Promise<number> {
  const { rows } = await sql<{ pictures: number }>`
    select count(*) as pictures
    from image_enrichments
    where exists (select 1 from image_vectors where enrichment_id = image_enrichments.id)`.execute(db);
  return Number(rows[0]?.pictures);
}

async function lastRevision(db: Db): Promise<number> {
  const { rows } = await sql<{ last_value: number }>`select last_value from image_revisions`.execute(db);
  return Number(rows[0]?.last_value);
}
