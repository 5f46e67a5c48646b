import { LRUCache } from "lru-cache";
import type { Db } from "../../platform/database/database.ts";
import type { ListingHit } from "../search-index/listing-query.ts";
import { type Card, encodeCard } from "./card.ts";
import { type CardRow, cardsById } from "./cards-by-id.sql.ts";

/** Bytes of encoded cards a process keeps: some 60,000 listings with 25 photos each. */
const CACHE_BYTES = 128 * 1_048_576;

/** Rows that an import has just written. They have a place of their own, so that a feed does not evict the cards in use. */
const WRITTEN_ROWS = 5000;

/** Cache of encoded listings by id and revision: a page queries the database only for cards that are not cached. */
export class ListingCards {
  readonly #publicApiUrl: string;
  readonly #cards = new LRUCache<number, Card>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (card) => card.bytes.length + 300,
  });

  readonly #written = new LRUCache<number, CardRow>({ max: WRITTEN_ROWS });

  constructor(publicApiUrl: string) {
    this.#publicApiUrl = publicApiUrl;
  }

  /** Notes what this process has committed: a search that finds it needs no query. */
  remember(rows: CardRow[]): void {
    for (const row of rows) this.#written.set(row.id, row);
  }

  /** Cards in the order of the hits, at least as new as the index said; null for a listing that has gone. */
  async cardsFor(db: Db, hits: ListingHit[]): Promise<(Card | null)[]> {
    const known = hits.map((hit) => this.#fresh(hit));
    if (!known.includes(null)) return known;
    const missing = hits.filter((_, at) => known[at] === null).map((hit) => hit.id);
    for (const row of await cardsById(db, missing)) this.#keep(row);
    return hits.map((hit) => this.#fresh(hit));
  }

  #keep(row: CardRow): Card {
    const card = encodeCard(row, this.#publicApiUrl);
    this.#cards.set(row.id, card);
    return card;
  }

  #fresh(hit: ListingHit): Card | null {
    const card = this.#cards.get(hit.id);
    if (card && card.revision >= hit.revision) return card;
    const written = this.#written.get(hit.id);
    if (!written || written.revision < hit.revision) return null;
    this.#written.delete(hit.id);
    return this.#keep(written);
  }
}
