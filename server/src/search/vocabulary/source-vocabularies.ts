import { LRUCache } from "lru-cache";
import type { UsesListings } from "../../listings/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { ListingTexts } from "../sentences/listing-texts.ts";
import type { SentenceThreads } from "../sentences/sentence-threads.ts";
import { SourceVocabulary } from "./source-vocabulary.ts";

/** Sets of sources whose words are kept: about 4 MB each. */
const SETS_KEPT = 20;
/** Listings whose words are counted, spread evenly over a set of sources. */
const SAMPLE = 1000;
/** Listings of one statement and one task of a thread. */
const LISTINGS_A_BATCH = 200;
const FRESH_MS = 10 * 60_000;

type Kept = { at: number; vocabulary: Promise<SourceVocabulary>; isRenewed: boolean };

/**
 * The words of the listings of each set of sources that a tenant sees, so that another tenant's listings weigh no word of its searches.
 * Counted at the first search of a set, and again in the background when they are ten minutes old.
 */
export class SourceVocabularies {
  readonly #threads: SentenceThreads;
  readonly #kept = new LRUCache<string, Kept>({ max: SETS_KEPT });
  readonly #stop = new AbortController();

  constructor(threads: SentenceThreads) {
    this.#threads = threads;
  }

  /** The words of the tenant's listings that models may read. */
  of(ctx: TenantContext<UsesListings>): Promise<SourceVocabulary> {
    const sourceIds = ctx.listings.sources.readableByModels(ctx.tenant.sourceIds);
    const key = sourceIds === null ? "all" : [...sourceIds].sort((a, b) => a - b).join();
    const kept = this.#kept.get(key);
    if (kept === undefined) return this.#keep(key, this.#count(ctx, sourceIds));
    if (performance.now() - kept.at > FRESH_MS && !kept.isRenewed) {
      kept.isRenewed = true;
      // The old counts serve meanwhile. After a failure the next search tries again.
      this.#count(ctx, sourceIds).then(
        (vocabulary) => this.#keep(key, Promise.resolve(vocabulary)),
        () => {
          kept.isRenewed = false;
        },
      );
    }
    return kept.vocabulary;
  }

  /** Counts anew at the next search: many listings have changed. */
  forget(): void {
    this.#kept.clear();
  }

  #keep(key: string, vocabulary: Promise<SourceVocabulary>): Promise<SourceVocabulary> {
    this.#kept.set(key, { at: performance.now(), vocabulary, isRenewed: false });
    // A failure is not kept.
    vocabulary.catch(() => this.#kept.delete(key));
    return vocabulary;
  }

  async #count(
    ctx: TenantContext<UsesListings>,
    sourceIds: readonly number[] | null,
  ): Promise<SourceVocabulary> {
    const all = ctx.listings.index.matchingSet(sourceIds === null ? {} : { sourceIds }).toArray();
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
