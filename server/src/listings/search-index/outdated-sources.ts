import type { Db } from "../../platform/database/database.ts";
import { iterateYielding } from "../../platform/yield-every.ts";
import { type ChangedListing, listingsOfSource } from "./changed-listings.sql.ts";

/** Rows a query. */
const CHUNK = 500;

/** Sources whose listings are to be read again, because their rules have changed. */
export class OutdatedSources {
  readonly #ids = new Set<number>();

  get ids(): Iterable<number> {
    return this.#ids;
  }

  add(ids: readonly number[]): void {
    for (const id of ids) this.#ids.add(id);
  }

  clear(): void {
    this.#ids.clear();
  }

  /** The listings of each of them. A source stays outdated unless all of its listings are taken. */
  async *listings(db: Db): AsyncGenerator<ChangedListing> {
    for (const id of this.#ids) {
      // First: a change of the rules meanwhile makes it outdated again.
      this.#ids.delete(id);
      let isRead = false;
      try {
        yield* listingsOf(db, id);
        isRead = true;
      } finally {
        if (!isRead) this.#ids.add(id);
      }
    }
  }
}

async function* listingsOf(db: Db, sourceId: number): AsyncGenerator<ChangedListing> {
  let after = "";
  for (;;) {
    const listings = await listingsOfSource(db, { sourceId, after, limit: CHUNK });
    yield* iterateYielding(listings);
    if (listings.length < CHUNK) return;
    after = listings.at(-1)?.listing_key as string;
  }
}
