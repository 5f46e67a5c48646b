import { shownProse, type UsesListings } from "../../listings/index.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { listingFactTexts } from "./listing-fact-texts.sql.ts";

/** The texts of some listings, as JSON: a thread parses them. */
export type TextsOfListings = {
  ids: readonly number[];
  /** An array of `ListingProse`, without those that are gone or not public. */
  prose: string;
  /** The facts of their documents by listing id. */
  facts: string;
};

/** The texts of listings that one search compares, and the sentences that it has matched already. */
export class ListingTexts {
  readonly #db: Db;
  readonly #sources: UsesListings["listings"]["sources"];
  /** Sentences that have been matched already, by listing. */
  readonly matched = new Map<number, string | null>();

  constructor({ db, listings }: Context<UsesListings>) {
    this.#db = db;
    this.#sources = listings.sources;
  }

  async of(ids: readonly number[]): Promise<TextsOfListings> {
    const [prose, facts] = await Promise.all([
      shownProse(this.#db, this.#sources, ids),
      listingFactTexts(this.#db, ids),
    ]);
    return { ids, prose, facts };
  }

  /** Without the documents' facts. */
  async proseOf(ids: readonly number[]): Promise<TextsOfListings> {
    return { ids, prose: await shownProse(this.#db, this.#sources, ids), facts: "{}" };
  }
}
