import { LRUCache } from "lru-cache";
import type { Db } from "../../platform/database/database.ts";
import { firstOf, firstPhotos, type KeptPhoto } from "../page-images/kept-photos.sql.ts";
import { missingPhotos } from "../page-images/listing-images.ts";
import type { WantPhotos } from "../page-images/want-photos.ts";
import type { SourceStates } from "../rules/source-states.ts";
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
  readonly #sources: SourceStates;
  readonly #wantPhotos: WantPhotos;
  /** Of the cards that are kept: counts the changes of rules. */
  #rules = 0;
  readonly #cards = new LRUCache<number, Card>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (card) => card.bytes.length + 300 + 500 * card.first.photos.length,
  });

  readonly #written = new LRUCache<number, CardRow>({ max: WRITTEN_ROWS });

  /** @param wantPhotos is called with photos that cards need and that are not stored. */
  constructor(publicApiUrl: string, sources: SourceStates, wantPhotos: WantPhotos = () => {}) {
    this.#publicApiUrl = publicApiUrl;
    this.#sources = sources;
    this.#wantPhotos = wantPhotos;
    sources.onRulesChange(() => {
      this.#rules++;
      this.#cards.clear();
    });
  }

  /**
   * Notes what this process has committed: a search that finds it needs no query. Not of sources with a feed, whose agents and offices
   * may have names that their listings' records lack; nor with photos that this installation has as files, whose sizes are not in the row.
   */
  remember(rows: CardRow[]): void {
    for (const row of rows) {
      if (this.#sources.of(row.source_id)?.hasFeed || row.photos.some((url) => url.startsWith("/"))) continue;
      this.#written.set(row.id, row);
    }
  }

  /** Cards in the order of the hits, at least as new as the index said; null for a listing that has gone. */
  async cardsFor(db: Db, hits: ListingHit[]): Promise<(Card | null)[]> {
    const known = hits.map((hit) => this.#fresh(hit) ?? this.#fromWritten(hit));
    if (!known.includes(null)) return known;
    const rules = this.#rules;
    const missing = hits.filter((_, at) => known[at] === null);
    const read = await this.#read(
      db,
      missing.map(({ id }) => id),
    );
    // What was read before a change of rules is not kept: it may be of listings that are public no more.
    if (rules === this.#rules) for (const [id, card] of read) this.#cards.set(id, card);
    return hits.map(({ id, revision }, at) => {
      const card = known[at] ?? read.get(id);
      return card && card.revision >= revision ? card : null;
    });
  }

  /**
   * The same as a client sees them who has accepted the VOW terms of some sources. Such cards are not kept.
   *
   * @param accepted the sources.
   */
  async cardsForClient(db: Db, hits: ListingHit[], accepted: ReadonlySet<number>): Promise<(Card | null)[]> {
    const ids = hits.map(({ id }) => id);
    const cards = await this.#read(db, ids, accepted);
    return ids.map((id) => cards.get(id) ?? null);
  }

  async #read(db: Db, ids: number[], accepted?: ReadonlySet<number>): Promise<Map<number, Card>> {
    const rows = await cardsById(db, ids);
    const withPhotos = rows.filter((row) => row.photos.length > 0);
    const photos = await firstPhotos(
      db,
      withPhotos.map(({ id }) => id),
    );
    return new Map(rows.map((row) => [row.id, this.#encode(row, photos.get(row.id) ?? [], accepted)]));
  }

  /**
   * The copies of a listing's first photos, as its previous card had them. Without a previous card with the same photos none are known: the
   * next read of the database finds them.
   */
  #photosAsBefore({ id, photos }: CardRow): readonly KeptPhoto[] {
    const first = firstOf(photos);
    const before = this.#cards.get(id)?.first;
    if (before && before.urls.join("\n") === first.join("\n")) return before.photos;
    return first.map((address) => ({ address, key: null, width: null, height: null, caption: null }));
  }

  #encode(row: CardRow, photos: readonly KeptPhoto[], accepted?: ReadonlySet<number>): Card {
    const source = this.#sources.of(row.source_id);
    const hidden = accepted?.has(row.source_id)
      ? this.#sources.hiddenFromClient(row.source_id)
      : source?.hidden;
    const missing = missingPhotos(photos, row);
    // One picture is enough for a card.
    if (missing.length === photos.length) this.#wantPhotos(row.id, missing.slice(0, 1));
    return encodeCard(row, {
      photos,
      publicApiUrl: this.#publicApiUrl,
      source: source && { rules: source.rules, hidden: hidden ?? source.hidden },
    });
  }

  #fresh(hit: ListingHit): Card | null {
    const card = this.#cards.get(hit.id);
    const isFresh =
      card && card.revision >= hit.revision && this.#showsSamePhotos(card.sourceId, card.copiesPhotos);
    return isFresh ? card : null;
  }

  /** The card of what was noted of the listing, unless that is too old. */
  #fromWritten(hit: ListingHit): Card | null {
    const written = this.#written.get(hit.id);
    if (!written || written.revision < hit.revision) return null;
    if (!this.#showsSamePhotos(written.source_id, written.copies_photos)) return null;
    this.#written.delete(hit.id);
    const made = this.#encode(written, this.#photosAsBefore(written));
    this.#cards.set(hit.id, made);
    return made;
  }

  /** Not after the source's feed has begun, or ended, to copy photos: the listing itself has not changed then. */
  #showsSamePhotos(sourceId: number, copiesPhotos: boolean): boolean {
    return (this.#sources.of(sourceId)?.copiesPhotos ?? copiesPhotos) === copiesPhotos;
  }
}
