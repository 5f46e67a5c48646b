import { type DescribedListing, describedListings } from "../../listings/index.ts";
import type { Db } from "../../platform/database/database.ts";

/** The texts of listings that one search compares; each listing is queried once. */
export class ListingTexts {
  readonly #db: Db;
  readonly #described = new Map<number, DescribedListing>();

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

  /** The facts and the description of each listing; none of one that is gone or not public. */
  async factsAndDescriptions(ids: readonly number[]): Promise<string[][]> {
    if (ids.length === 0) return [];
    const [documents, described] = await Promise.all([
      this.#db
        .selectFrom("listing_documents")
        .select(["listing_id", "facts"])
        .where("listing_id", "in", ids)
        .execute(),
      this.described(ids),
    ]);
    const facts = new Map(documents.map(({ listing_id, facts }) => [listing_id, facts]));
    return described.map((listing) =>
      listing === null ? [] : [facts.get(listing.id) ?? "", listing.description ?? ""],
    );
  }
}
