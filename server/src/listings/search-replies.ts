import { AnswerCache } from "./search-index/answer-cache.ts";

/** Bytes of replies that a process keeps, of each kind. */
const CACHE_BYTES = 32 * 1_048_576;
/** Its bytes, and what it keeps of them once they are compressed for a caller, in both ways. */
const WITH_COMPRESSED = 1.5;

/** Whole replies to searches. */
export class SearchReplies<Reply extends { bytes: Buffer }> extends AnswerCache<Reply> {
  constructor() {
    super({ maxBytes: CACHE_BYTES, bytesOf: ({ bytes }) => bytes.length * WITH_COMPRESSED });
  }
}
