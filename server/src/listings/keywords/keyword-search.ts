import { setImmediate as yieldToOthers } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import type { Db } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { IdSet } from "../../platform/id-set.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import type { SourceStates } from "../rules/source-states.ts";
import { countWithoutWords } from "./listing-words.ts";
import { type HiddenTexts, listingsWithWords } from "./listings-with-words.sql.ts";
import { makeMissingWords, makeMissingWordsJob } from "./make-missing-words.ts";

/** Of a million listings 125 kB each, at most. */
const SETS_KEPT = 64;
/** Texts of ids are read so many characters at a time: a millisecond or two. */
const CHARACTERS_A_STEP = 400_000;
/** Searches of the database at once: each may read an index of hundreds of megabytes. */
const MOST_AT_ONCE = 3;
/** More are refused: callers would have given up before their turn. */
const MOST_WAITING = 60;
/** A look-up is repeated when listings have changed meanwhile; beside a long import they do so every time. */
const MOST_LOOK_UPS = 2;
/** Listings whose words a search waits for: some 0.2 s. While more are missing the job makes them, and a search finds what it has made. */
const MOST_AWAITED = 2000;
/** A search waits so long at most. */
const MAKE_MS = 2000;
const COMMA = 44;
const ZERO = 48;

/** The listings with some words. Its JSON is that of its words. */
export class KeywordMatches {
  readonly words: readonly string[];
  readonly ids: IdSet;
  /** See `IndexKeeper.searchVersion`: these are the matches among the listings of that version. */
  readonly version: string;
  /** False when words of some listings were still to be made. */
  readonly isWhole: boolean;

  constructor(
    words: readonly string[],
    ids: IdSet,
    { version, isWhole }: { version: string; isWhole: boolean },
  ) {
    this.words = words;
    this.ids = ids;
    this.version = version;
    this.isWhole = isWhole;
  }

  toJSON(): readonly string[] {
    return this.words;
  }
}

type LookUp = { version: string; matches: Promise<KeywordMatches> };

type Uses = {
  sources: SourceStates;
  index: { readonly searchVersion: string };
  jobs: Pick<Jobs, "wake">;
};

/**
 * Looks words up in the database, a few at once; equal searches share one look-up, and its result until a listing changes. A result is
 * not kept while words are still to be made, because making them changes no listing.
 */
export class KeywordSearch {
  readonly #db: Db;
  readonly #uses: Uses;
  readonly #lookUps = new LRUCache<string, LookUp>({ max: SETS_KEPT });
  readonly #limit = pLimit(MOST_AT_ONCE);
  /** The one run of this process that makes missing words. */
  #making: Promise<boolean> | null = null;

  constructor(db: Db, uses: Uses) {
    this.#db = db;
    this.#uses = uses;
  }

  /**
   * The matches among the listings that the index has at the end, unless it changes again and again meanwhile: their version tells.
   *
   * @throws AppError 503 when too many wait.
   * @param words see wordsOf; at least one.
   * @param db a transaction, within which the pool may not be used: then nothing is shared with other searches.
   */
  async find(words: readonly string[], db: Db = this.#db): Promise<KeywordMatches> {
    const { index } = this.#uses;
    const sorted = [...words].sort();
    if (db.isTransaction) return this.#read(sorted, index.searchVersion, db);
    for (let nth = 1; ; nth++) {
      const matches = await this.#lookUp(sorted, index.searchVersion);
      if (matches.version === index.searchVersion || nth === MOST_LOOK_UPS) return matches;
    }
  }

  #lookUp(words: readonly string[], version: string): Promise<KeywordMatches> {
    const key = words.join(" ");
    const known = this.#lookUps.get(key);
    if (known?.version === version) return known.matches;
    if (this.#limit.pendingCount >= MOST_WAITING)
      throw new AppError("unavailable", "Too many searches by keywords are waiting", { retryAfter: 1 });
    const matches = this.#limit(() => this.#read(words, version));
    this.#lookUps.set(key, { version, matches });
    const forget = () => {
      if (this.#lookUps.get(key)?.matches === matches) this.#lookUps.delete(key);
    };
    matches.then(({ isWhole }) => {
      if (!isWhole) forget();
    }, forget);
    return matches;
  }

  async #read(words: readonly string[], version: string, db = this.#db): Promise<KeywordMatches> {
    const isWhole = db === this.#db ? await this.#makeWords() : (await countWithoutWords(db, 1)) === 0;
    const text = await listingsWithWords(db, words, this.#hiddenTexts());
    const ids = text === null ? IdSet.from([]) : IdSet.of(await idsIn(text));
    return new KeywordMatches(words, ids, { version, isWhole });
  }

  /** Makes the words that are missing, when they are few. @returns whether none is missing. */
  async #makeWords(): Promise<boolean> {
    const deadline = performance.now() + MAKE_MS;
    while (performance.now() < deadline) {
      const missing = await countWithoutWords(this.#db, MOST_AWAITED + 1);
      if (missing === 0) return true;
      if (missing > MOST_AWAITED) {
        this.#uses.jobs.wake(makeMissingWordsJob);
        return false;
      }
      // A run that is under way may have looked before the last import: after it, words may be missing again.
      this.#making ??= makeMissingWords({ db: this.#db, signal: AbortSignal.timeout(MAKE_MS) }).finally(
        () => {
          this.#making = null;
        },
      );
      if (!(await this.#making)) return false;
    }
    return false;
  }

  #hiddenTexts(): HiddenTexts {
    const hiding = (field: "description" | "address") =>
      this.#uses.sources.all.filter(({ hidden }) => hidden.has(field)).map(({ id }) => id);
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
