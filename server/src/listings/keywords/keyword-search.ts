import { setImmediate as yieldToOthers } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import type { Db } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { IdSet } from "../../platform/id-set.ts";
import type { SourceStates } from "../rules/source-states.ts";
import { type HiddenTexts, listingsWithWords } from "./listings-with-words.sql.ts";
import { makeMissingWords } from "./make-missing-words.ts";

/** Of a million listings 125 kB each, at most. */
const SETS_KEPT = 64;
/** Texts of ids are read so many characters at a time: a millisecond or two. */
const CHARACTERS_A_STEP = 400_000;
/** Searches of the database at once: each may read an index of hundreds of megabytes. */
const MOST_AT_ONCE = 3;
/** More are refused: callers would have given up before their turn. */
const MOST_WAITING = 60;
/**
 * So long a search makes words that are missing before it looks them up: of some thousand listings. After a larger import the job that
 * makes them needs some seconds more, and a search meanwhile finds what it has made.
 */
const MAKE_MS = 2000;
const COMMA = 44;
const ZERO = 48;

/** The listings with some words. Its JSON is that of its words. */
export class KeywordMatches {
  readonly words: readonly string[];
  readonly ids: IdSet;

  constructor(words: readonly string[], ids: IdSet) {
    this.words = words;
    this.ids = ids;
  }

  toJSON(): readonly string[] {
    return this.words;
  }
}

/** Looks words up in the database, at most a few times at once; equal searches share one, and its result until a listing changes. */
export class KeywordSearch {
  readonly #db: Db;
  readonly #sources: SourceStates;
  readonly #sets = new LRUCache<string, { version: string; ids: Promise<IdSet> }>({ max: SETS_KEPT });
  readonly #limit = pLimit(MOST_AT_ONCE);

  constructor(db: Db, sources: SourceStates) {
    this.#db = db;
    this.#sources = sources;
  }

  /**
   * @throws AppError 503 when too many wait.
   * @param words see wordsOf; at least one.
   * @param indexVersion that the listing index has now: the result has all of its changes.
   */
  async find(words: readonly string[], indexVersion: string): Promise<KeywordMatches> {
    const sorted = [...words].sort();
    const key = sorted.join(" ");
    const version = `${indexVersion} ${this.#sources.version}`;
    const known = this.#sets.get(key);
    if (known?.version === version) return new KeywordMatches(sorted, await known.ids);
    if (this.#limit.pendingCount >= MOST_WAITING)
      throw new AppError("unavailable", "Too many searches by keywords are waiting", { retryAfter: 1 });
    const forget = () => {
      if (this.#sets.get(key)?.ids === ids) this.#sets.delete(key);
    };
    const ids: Promise<IdSet> = this.#limit(() => this.#read(sorted, forget));
    this.#sets.set(key, { version, ids });
    ids.catch(forget);
    return new KeywordMatches(sorted, await ids);
  }

  /** @param forget called when some listings still have no words. */
  async #read(words: readonly string[], forget: () => void): Promise<IdSet> {
    const isWhole = await makeMissingWords({ db: this.#db, signal: AbortSignal.timeout(MAKE_MS) });
    if (!isWhole) forget();
    const text = await listingsWithWords(this.#db, words, this.#hiddenTexts());
    return text === null ? IdSet.from([]) : IdSet.of(await idsIn(text));
  }

  #hiddenTexts(): HiddenTexts {
    const hiding = (field: "description" | "address") =>
      this.#sources.all.filter(({ hidden }) => hidden.has(field)).map(({ id }) => id);
    return { descriptions: hiding("description"), addresses: hiding("address") };
  }
}

/** Numbers with commas between them. */
async function idsIn(text: string): Promise<Float64Array> {
  let ids = new Float64Array(1024);
  let count = 0;
  let id = 0;
  for (let from = 0; from <= text.length; from += CHARACTERS_A_STEP) {
    if (from > 0) await yieldToOthers();
    const end = Math.min(text.length, from + CHARACTERS_A_STEP);
    for (let at = from; at < end; at++) {
      const code = text.charCodeAt(at);
      if (code !== COMMA) {
        id = id * 10 + code - ZERO;
        continue;
      }
      if (count + 1 >= ids.length) ids = grown(ids);
      ids[count++] = id;
      id = 0;
    }
  }
  ids[count++] = id;
  return ids.subarray(0, count);
}

function grown(ids: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(ids.length * 2);
  larger.set(ids);
  return larger;
}
