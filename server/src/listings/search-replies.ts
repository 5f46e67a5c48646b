import { LRUCache } from "lru-cache";

/** Bytes of replies that a process keeps, of each kind. */
const CACHE_BYTES = 32 * 1_048_576;
/** Of a reply, beside its bytes. */
const OVERHEAD = 600;
/** Its bytes, and what it keeps of them once they are compressed for a caller, in both ways. */
const WITH_COMPRESSED = 1.5;

type Kept<Reply> = { version: string; reply: Reply };

/**
 * Whole replies to searches, by all that they depend on beside the listings: the tenant with its sources, and the query. A reply is
 * served only for the version of the listings that it was made from.
 */
export class SearchReplies<Reply extends { bytes: Buffer }> {
  readonly #replies = new LRUCache<string, Kept<Reply>>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ version, reply }, key) =>
      Math.ceil(reply.bytes.length * WITH_COMPRESSED) + 2 * (key.length + version.length) + OVERHEAD,
  });

  get(key: string, version: string): Reply | null {
    const kept = this.#replies.get(key);
    return kept?.version === version ? kept.reply : null;
  }

  set(key: string, version: string, reply: Reply): void {
    this.#replies.set(key, { version, reply });
  }
}
