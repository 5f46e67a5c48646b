import { type DescribedListing, describedListings } from "../../listings/index.ts";
import type { Db } from "../../platform/database/database.ts";

/** The texts of listings that one search compares; each listing is queried once. */
export class ListingTexts {
  readonly #db: Db;
  readonly #described = new Map<number, DescribedListing>();
  /** Sentences that have been matched already, by listing. */
  readonly matched = new Map<number, string | null>();

  constructor(db: Db) {
    this.#db = db;
  }

  /** The listings in the order of the ids; null for one that is gone or not public. */
  async described(ids: readonly number[]): Promise<(DescribedListing | null)[]> {
    const missing = ids.filter((id) => !this.#described.has(id));
    if (missing.length > 0) {
      for (const listing of await describedListings(this.#db, missing))
        this.#described.set(listing.id, listing);
    }
    return ids.map((id) => this.#described.get(id) ?? null);
  }

  /** The facts of each listing's document; empty without a document. */
  async facts(ids: readonly number[]): Promise<string[]> {
    if (ids.length === 0) return [];
    const documents = await this.#db
      .selectFrom("listing_documents")
      .select(["listing_id", "facts"])
      .where("listing_id", "in", ids)
      .execute();
    const facts = new Map(documents.map(({ listing_id, facts }) => [listing_id, facts]));
    return ids.map((id) => facts.get(id) ?? "");
  }
}
