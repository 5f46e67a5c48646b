import { LRUCache } from "lru-cache";
import type { UsesListings } from "../../listings/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import type { IdSet } from "../../platform/id-set.ts";
import { ListingTexts } from "../sentences/listing-texts.ts";
import type { SentenceThreads } from "../sentences/sentence-threads.ts";
import { SourceVocabulary } from "./source-vocabulary.ts";

/** Sets of sources whose words are kept: about 4 MB each. */
const SETS_KEPT = 20;
/** Listings whose words are counted, spread evenly over a set of sources. */
const SAMPLE = 1000;
/** Listings of one statement and one task of a thread: searches that need the thread wait for one batch, some 15 ms. */
const LISTINGS_A_BATCH = 50;
/** Counts of a set that has not changed in this process: others may have changed it. */
const FRESH_MS = 10 * 60_000;
/** Counts of a set of which some listings have changed. */
const FRESH_OF_CHANGED_MS = 60_000;
/** So few listings are counted at once: a search hardly waits, and each listing weighs much. */
const FEW = 200;
/** A set that has grown or shrunk by a larger share is another one. */
const SIMILAR = 0.1;

type Kept = {
  at: number;
  vocabulary: Promise<SourceVocabulary>;
  /** How many changes of listings had been noted when the counting began. */
  changes: number;
  isRenewed: boolean;
};

/**
 * The words of the listings of each set of sources that a tenant sees, so that another tenant's listings weigh no word of its searches.
 * Counted at the first search of a set. When some of many listings have changed, the old counts serve while they are counted again in
 * the background: a few listings change no weight noticeably, and a feed changes some every minute.
 */
export class SourceVocabularies {
  readonly #threads: SentenceThreads;
  readonly #kept = new LRUCache<string, Kept>({ max: SETS_KEPT });
  readonly #stop = new AbortController();
  #changes = 0;

  constructor(threads: SentenceThreads) {
    this.#threads = threads;
  }

  /** The words of the tenant's listings that models may read. */
  async of(ctx: TenantContext<UsesListings>): Promise<SourceVocabulary> {
    const sourceIds = ctx.listings.sources.readableByModels(ctx.tenant.sourceIds);
    const key = sourceIds === null ? "all" : [...sourceIds].sort((a, b) => a - b).join();
    const kept = this.#kept.get(key);
    if (kept === undefined) return this.#count(ctx, key, sourceIds);
    const vocabulary = await kept.vocabulary;
    // Another search has replaced it meanwhile.
    if (this.#kept.get(key) !== kept) return this.#kept.get(key)?.vocabulary ?? vocabulary;
    const { size } = listingsOf(ctx, sourceIds);
    const hasChanged = kept.changes !== this.#changes;
    if (isAnother(vocabulary, size) || (hasChanged && size <= FEW)) return this.#count(ctx, key, sourceIds);
    this.#renewInBackground(ctx, { key, sourceIds, kept });
    return vocabulary;
  }

  /** Listings have changed. */
  noteChanges(): void {
    this.#changes++;
  }

  #renewInBackground(ctx: TenantContext<UsesListings>, { key, sourceIds, kept }: Renewal): void {
    const freshMs = kept.changes === this.#changes ? FRESH_MS : FRESH_OF_CHANGED_MS;
    if (kept.isRenewed || ctx.clock.now().getTime() - kept.at <= freshMs) return;
    kept.isRenewed = true;
    const changes = this.#changes;
    this.#read(ctx, sourceIds).then(
      (vocabulary) => this.#keep(ctx, key, { changes, vocabulary: Promise.resolve(vocabulary) }),
      // The next search tries again.
      () => {
        kept.isRenewed = false;
      },
    );
  }

  #count(
    ctx: TenantContext<UsesListings>,
    key: string,
    sourceIds: readonly number[] | null,
  ): Promise<SourceVocabulary> {
    const vocabulary = this.#read(ctx, sourceIds);
    this.#keep(ctx, key, { changes: this.#changes, vocabulary });
    // A failure is not kept.
    vocabulary.catch(() => this.#kept.delete(key));
    return vocabulary;
  }

  #keep(
    { clock }: TenantContext,
    key: string,
    { changes, vocabulary }: Pick<Kept, "changes" | "vocabulary">,
  ): void {
    this.#kept.set(key, { at: clock.now().getTime(), changes, vocabulary, isRenewed: false });
  }

  async #read(
    ctx: TenantContext<UsesListings>,
    sourceIds: readonly number[] | null,
  ): Promise<SourceVocabulary> {
    const all = listingsOf(ctx, sourceIds).toArray();
    const step = Math.max(1, all.length / SAMPLE);
    const sample: number[] = [];
    for (let at = 0; at < all.length; at += step) sample.push(all[Math.floor(at)] as number);
    const texts = new ListingTexts(ctx);
    const vocabulary = new SourceVocabulary(all.length);
    for (let from = 0; from < sample.length; from += LISTINGS_A_BATCH) {
      const batch = await texts.of(sample.slice(from, from + LISTINGS_A_BATCH));
      vocabulary.add(await this.#threads.run("countWords", batch, this.#stop.signal));
    }
    vocabulary.trim();
    return vocabulary;
  }
}

type Renewal = { key: string; sourceIds: readonly number[] | null; kept: Kept };

function listingsOf({ listings }: TenantContext<UsesListings>, sourceIds: readonly number[] | null): IdSet {
  return listings.index.matchingSet(sourceIds === null ? {} : { sourceIds });
}

/** Whether a set has grown or shrunk so much since it was counted that the counts say little of it. */
function isAnother({ size: counted }: SourceVocabulary, size: number): boolean {
  return Math.abs(size - counted) > SIMILAR * counted;
}
