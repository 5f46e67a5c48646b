import { sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";

/** A full index is looked at anew so often, as pictures also leave it without a word. */
const STALE_MS = 60_000;

/**
 * How many more pictures the index takes (IMAGE_INDEX_CAPACITY). Counting them takes part of a second when there are many, so what
 * was counted is remembered: whatever was stored since then has taken a revision each, so there are at least as many places left
 * as there were, less the revisions.
 */
export class IndexCapacity {
  #counted: { free: number; revision: number; at: number } | null = null;
  #cleared: number | null = null;

  /** Places for `wanted` more, or fewer. Call it under the lock of `imageVectorsCursor`. */
  async free({ db, config, clock }: Context, wanted: number): Promise<number> {
    const revision = await lastRevision(db);
    const left = this.#counted ? this.#counted.free - (revision - this.#counted.revision) : 0;
    if (left >= wanted) return wanted;
    const free = Math.max(0, config.imageIndexCapacity - (await indexedPictures(db)));
    this.#counted = { free, revision, at: clock.now().getTime() };
    return Math.min(free, wanted);
  }

  /**
   * Whether nobody has looked for pictures that no listing shows any more since listings last changed theirs; it is noted that
   * somebody does now. What was counted does not count any more then.
   */
  async shouldEvict({ db }: Context): Promise<boolean> {
    const revision = await lastListingRevision(db);
    if (this.#cleared === revision) return false;
    this.#cleared = revision;
    this.#counted = null;
    return true;
  }

  /** Whether it was full a moment ago and nothing has changed since: then nobody need ask models for what cannot be stored. */
  async isFull({ db, clock }: Context): Promise<boolean> {
    if (this.#counted === null || this.#counted.free > 0) return false;
    if (clock.now().getTime() - this.#counted.at > STALE_MS) return false;
    return (await lastRevision(db)) === this.#counted.revision;
  }
}

/** Pictures that have vectors and that listings show: the others go when their places are needed. Both tables are read whole. */
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

/** When listings last changed what they show. Index: listing_images_revision, its end. */
async function lastListingRevision(db: Db): Promise<number> {
  const { rows } = await sql<{ revision: number | null }>`
    select max(revision) as revision
    from listing_images`.execute(db);
  return Number(rows[0]?.revision ?? 0);
}

/** Pictures that have vectors, of whichever model. Index: image_vectors_pkey. */
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
