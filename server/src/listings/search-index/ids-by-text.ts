const BUCKETS = 65_536;

/**
 * Database ids by their listing_id in any case. A bucket has the ids of one hash, some fifteen at a million listings; the caller compares
 * the texts, which are stored elsewhere.
 */
export class IdsByText {
  readonly #buckets: (number[] | undefined)[] = [];

  add(listingId: string, id: number): void {
    const bucket = bucketOf(listingId);
    const ids = this.#buckets[bucket];
    if (ids) ids.push(id);
    else this.#buckets[bucket] = [id];
  }

  remove(listingId: string, id: number): void {
    const ids = this.#buckets[bucketOf(listingId)] as number[];
    ids[ids.indexOf(id)] = ids.at(-1) as number;
    ids.pop();
  }

  /** Ids of which some have this text. */
  candidates(listingId: string): readonly number[] {
    return this.#buckets[bucketOf(listingId)] ?? [];
  }
}

/** FNV-1a of the text in lower case. */
function bucketOf(text: string): number {
  const lower = text.toLowerCase();
  let hash = 0x811c9dc5;
  for (let at = 0; at < lower.length; at++) hash = Math.imul(hash ^ lower.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 16)) & (BUCKETS - 1);
}
