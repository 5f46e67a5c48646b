import { LRUCache } from "lru-cache";
import type { Db } from "../../platform/database/database.ts";
import type { ListingHit } from "../search-index/listing-query.ts";
import { type Card, encodeCard } from "./card.ts";
import { cardsById } from "./cards-by-id.sql.ts";

/** Characters of encoded cards a process keeps: some 60,000 listings with 25 photos each. */
const CACHE_CHARACTERS = 128 * 1_048_576;

/** Cache of encoded listings by id and revision: a page queries the database only for cards that are not cached. */
export class ListingCards {
  readonly #publicApiUrl: string;
  readonly #cards = new LRUCache<number, Card>({
    maxSize: CACHE_CHARACTERS,
    sizeCalculation: (card) => card.json.length + 100,
  });

  constructor(publicApiUrl: string) {
    this.#publicApiUrl = publicApiUrl;
  }

  /** Cards in the order of the hits, at least as new as the index said; null for a listing that has gone. */
  async cardsFor(db: Db, hits: ListingHit[]): Promise<(Card | null)[]> {
    const known = hits.map((hit) => this.#fresh(hit));
    if (!known.includes(null)) return known;
    const missing = hits.filter((_, at) => known[at] === null).map((hit) => hit.id);
    for (const row of await cardsById(db, missing))
      this.#cards.set(row.id, encodeCard(row, this.#publicApiUrl));
    return hits.map((hit) => this.#fresh(hit));
  }

  #fresh(hit: ListingHit): Card | null {
    const card = this.#cards.get(hit.id);
    return card && card.revision >= hit.revision ? card : null;
  }
}
