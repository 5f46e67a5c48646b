import type { UsesListings } from "../../listings/index.ts";
import { type TextModel, toSearchError, type UsesModels } from "../../models/index.ts";
import type { ComparedAs } from "../../plain-words/index.ts";
import type { Context, TenantContext } from "../../platform/context.ts";
import { IdSet } from "../../platform/id-set.ts";
import type { UsesSearch } from "../services.ts";
import { featureSet } from "../vectors/listing-features.ts";
import { embedQuery } from "./embed-query.ts";
import { listingsWithWords } from "./listings-with-words.sql.ts";
import { type QueryWord, queryWords, selectiveQueries } from "./query-words.ts";

/** Candidates of each retrieval by meaning and by features. */
const MAX_NEAREST = 300;
/** Candidates of the retrieval by words. */
const MAX_WITH_WORDS = 500;
/** Up to this number of listings the database gets their ids; of more, its matches are filtered afterwards. */
const MAX_IDS_IN_STATEMENT = 1000;

/**
 * The ranked part of a query: its text, its wishes in the trade's words and the features that it names. `required`: listings to score in any case; `near`: listings of
 * which the best are candidates too, null for none in particular.
 */
export type CandidateQuery = {
  text: string;
  wishes?: readonly ComparedAs[];
  features: readonly string[];
  required: readonly number[];
  near: IdSet | null;
};

export type Candidate = {
  id: number;
  /** The cosine of the query and the listing's nearest passage; null when the listing has no vector yet. */
  cosine: number | null;
  /** PostgreSQL's rank of each of the query's words; 0 of one that the listing does not contain. */
  ranks: readonly number[];
  /** How many of the query's features the listing has. */
  features: number;
};

export type Candidates = { candidates: Candidate[]; words: QueryWord[]; model: TextModel | null };

/**
 * The candidates of three retrievals among `listings` (by meaning, by words, by features), each with its scores in all three.
 *
 * @throws AppError 503 when the model does not answer.
 */
export async function findCandidates(
  ctx: TenantContext<UsesListings & UsesModels & UsesSearch>,
  { text, wishes = [], features, required, near }: CandidateQuery,
  listings: IdSet,
): Promise<Candidates> {
  const { vectors: listingVectors } = ctx.search;
  await listingVectors.start();
  const wanted = featureSet(features);
  const vocabulary = await ctx.search.vocabularies.of(ctx);
  const [embedded, words] = await Promise.all([
    embedQuery(ctx, text, wishes),
    queryWords(ctx.db, { text, wishes, vocabulary }),
  ]);
  const withFeatures = listingVectors.features.withMost(listings, wanted);
  const cosines = new Map<number, number>();
  const addNearest = async (...sets: { among: IdSet; k: number }[]) => {
    if (embedded === null) return [];
    const nearest = await nearestListings(ctx, embedded.vector, sets);
    for (const { keys, similarities } of nearest)
      for (const [nth, key] of keys.entries()) cosines.set(key, similarities[nth] as number);
    return nearest;
  };
  const among = [listings, near?.filter((id) => listings.has(id)), withFeatures];
  const sets = among.flatMap((set) => (set && set.size > 0 ? { among: set, k: MAX_NEAREST } : []));
  const found = await addNearest(...sets);
  const nearest = withFeatures.size > 0 ? found.at(-1) : undefined;
  // Some of them have no vector yet.
  const isShort = (nearest?.keys.length ?? 0) < Math.min(MAX_NEAREST, withFeatures.size);
  const retrieved = new Set([
    ...cosines.keys(),
    ...(isShort ? withFeatures.first(MAX_NEAREST) : []),
    ...required,
  ]);
  const ranksByListing = await findWords(ctx, words, {
    listings,
    size: vocabulary.size,
    retrieved: [...retrieved],
  });
  const ids = [...new Set([...retrieved, ...ranksByListing.keys()])];
  const withoutCosine = IdSet.from(ids.filter((id) => !cosines.has(id)));
  await addNearest({ among: withoutCosine, k: withoutCosine.size });
  const candidates = ids.map((id) => ({
    id,
    cosine: cosines.get(id) ?? null,
    ranks: ranksByListing.get(id) ?? NO_RANKS,
    features: listingVectors.features.count(id, wanted),
  }));
  return { candidates, words, model: embedded?.model ?? null };
}

const NO_RANKS: readonly number[] = [];

/** @throws AppError 503 when too many searches wait, or the index restarts. */
function nearestListings(
  { search, signal }: Context<UsesSearch>,
  vector: Float32Array,
  sets: readonly { among: IdSet; k: number }[],
) {
  return search.vectors
    .nearest(
      vector,
      sets.filter(({ among }) => among.size > 0),
      signal,
    )
    .catch((error: unknown) => {
      throw toSearchError(error);
    });
}

/** The ranks of the query's words in each listing: of the matches among `listings`, and of the listings that are retrieved already. */
async function findWords(
  ctx: TenantContext<UsesListings>,
  words: readonly QueryWord[],
  { listings, size, retrieved }: { listings: IdSet; size: number; retrieved: readonly number[] },
): Promise<Map<number, readonly number[]>> {
  const { ids, ranks } = await listingsWithWords(ctx.db, {
    selective: selectiveQueries(words, size),
    all: words,
    retrieved,
    among: listings.size <= MAX_IDS_IN_STATEMENT ? [...listings.toArray()] : null,
    sourceIds: ctx.listings.sources.readableByModels(ctx.tenant.sourceIds),
    limit: MAX_WITH_WORDS,
  });
  const found = new Map<number, readonly number[]>();
  ids.forEach((id, nth) => {
    if (listings.has(id))
      found.set(
        id,
        ranks.map((column) => column[nth] as number),
      );
  });
  return found;
}
