import { setImmediate as yieldToOthers } from "node:timers/promises";
import type { Db } from "../../platform/database/database.ts";
import { SavedSearchIndex } from "./saved-search-index.ts";
import { searchesChangedAfter } from "./searches-changed-after.sql.ts";

/** Rows a query: some milliseconds of work. */
const CHUNK = 500;
/** Deleted searches leave no trace in the log of changes: so often they are looked for. */
const COMPARE_MS = 600_000;

/** A process's copy of all saved searches, which follows their changes. It is read when changes of listings are matched. */
export class FollowedSearches {
  readonly index = new SavedSearchIndex();
  #revision = 0;
  #comparedAt = performance.now();

  /** Reads what was committed before the call. @param db may be a transaction. */
  async catchUp(db: Db): Promise<void> {
    for (;;) {
      const changed = await searchesChangedAfter(db, this.#revision, CHUNK);
      for (const { revision, ...search } of changed) {
        this.index.put(search);
        this.#revision = revision;
      }
      if (changed.length < CHUNK) break;
      await yieldToOthers();
    }
    if (performance.now() - this.#comparedAt > COMPARE_MS) await this.removeDeleted(db);
  }

  /** The newest change that is known. */
  get revision(): number {
    return this.#revision;
  }

  /** Forgets searches that were deleted. Their events are not stored in any case. Index: saved_searches_pkey. */
  async removeDeleted(db: Db): Promise<void> {
    this.#comparedAt = performance.now();
    const rows = await db.selectFrom("saved_searches").select("id").execute();
    const there = new Set(rows.map(({ id }) => id));
    for (const id of [...this.index.ids]) if (!there.has(id)) this.index.remove(id);
  }
}
