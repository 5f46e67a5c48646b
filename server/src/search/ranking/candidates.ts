import type { UsesListings } from "../../listings/index.ts";
import { type TextModel, toSearchError, type UsesModels } from "../../models/index.ts";
import type { Context } from "../../platform/context.ts";
import { filterYielding } from "../../platform/yield-every.ts";
import type { UsesSearch } from "../services.ts";
import { type FeatureSet, featureSet, type ListingFeatures } from "../vectors/listing-features.ts";
import { listingsWithWords } from "./listings-with-words.sql.ts";
import { meaningOf } from "./meaning.ts";
import { type QueryWord, queryWords, tellingOf } from "./query-words.ts";

/** How many listings each way of looking finds, at most. */
const REACH = 300;
/** More ids than this are not named to the database: it looks everywhere, and what is not among them is dropped. */
const MOST_NAMED = 1000;
const WITH_WORDS = 500;

/** What was asked, beside the filters: a text, and the features that it names. `also`: listings to judge in any case. */
export type CandidateQuery = { text: string; features: readonly string[]; also: readonly number[] };

/** What is known of one listing that may be it. */
export type Candidate = {
  id: number;
  /** The cosine of what was asked and the listing's nearest passage; null when the model has not read it yet. */
  cosine: number | null;
  /** Stems of the query that the listing has, and how much of each (full-text.sql.ts). */
  words: ReadonlyMap<string, number>;
  /** How many of the features that were asked for it has. */
  features: number;
};

export type Candidates = { candidates: Candidate[]; words: QueryWord[]; model: TextModel | null };

/**
 * The listings among `ids` that one of three ways of looking finds (by meaning, by words, by features), and what all three
 * know of each.
 *
 * @throws AppError 503 when the model does not answer.
 */
export async function candidatesFor(
  ctx: Context<UsesListings & UsesModels & UsesSearch>,
  candidateQuery: CandidateQuery,
  ids: Float64Array,
): Promise<Candidates> {
  const { vectors: listingVectors } = ctx.search;
  await listingVectors.start();
  const wanted = featureSet(candidateQuery.features);
  const featured = await withMost(listingVectors.features, wanted, ids);
  const [meaning, words] = await Promise.all([
    meaningOf(ctx, candidateQuery.text),
    queryWords(ctx.db, candidateQuery.text),
  ]);
  const nearest = async (among: readonly number[] | Float64Array, most: number) =>
    meaning === null ? [] : cosinesOf(await nearestOf(ctx, meaning.vector, among, most));
  const near = await Promise.all([nearest(ids, REACH), nearest(featured, REACH)]);
  const cosines = new Map(near.flat());
  const met = new Set([...cosines.keys(), ...featured.subarray(0, REACH), ...candidateQuery.also]);
  const wordsOf = await withWords(ctx, words, ids, [...met]);
  const others = [...new Set([...met, ...wordsOf.keys()])].filter((id) => !cosines.has(id));
  for (const [id, cosine] of await nearest(others, others.length)) cosines.set(id, cosine);
  const candidates = [...new Set([...met, ...wordsOf.keys()])].map((id) => ({
    id,
    cosine: cosines.get(id) ?? null,
    words: wordsOf.get(id) ?? new Map<string, number>(),
    features: listingVectors.features.count(id, wanted),
  }));
  return { candidates, words, model: meaning?.model ?? null };
}

/** The listings that have the most of the features; none when no feature is wanted. */
async function withMost(
  features: ListingFeatures,
  wanted: FeatureSet,
  ids: Float64Array,
): Promise<Float64Array> {
  if (wanted.every((word) => word === 0)) return new Float64Array(0);
  let most = 1;
  const notLess = await filterYielding(ids, (id) => {
    const count = features.count(id, wanted);
    most = Math.max(most, count);
    return count === most;
  });
  // Those that were found before the one with more.
  return filterYielding(notLess, (id) => features.count(id, wanted) >= most);
}

/** @throws AppError 503 when the index has too much to do, or starts anew. */
function nearestOf(
  { search: { vectors: listingVectors } }: Context<UsesSearch>,
  vector: Float32Array,
  among: readonly number[] | Float64Array,
  most: number,
) {
  return listingVectors.nearest(vector, among, most).catch((error: unknown) => {
    throw toSearchError(error);
  });
}

function cosinesOf({ keys, similarities }: { keys: number[]; similarities: number[] }): [number, number][] {
  return keys.map((key, nth) => [key, similarities[nth] as number]);
}

/** Which words each listing has: of those that the words find among `ids`, and of those that were met already. */
async function withWords(ctx: Context<UsesListings>, words: QueryWord[], ids: Float64Array, also: number[]) {
  const isNamed = ids.length <= MOST_NAMED;
  const rows = await listingsWithWords(ctx.db, {
    telling: tellingOf(words, ctx.listings.index.size),
    all: words.map(({ stem }) => stem),
    also,
    among: isNamed ? [...ids] : null,
    limit: WITH_WORDS,
  });
  const met = new Set(rows.map(({ listing_id }) => listing_id));
  const among = isNamed ? met : new Set(await filterYielding(ids, (id) => met.has(id)));
  return new Map(
    rows
      .filter(({ listing_id }) => among.has(listing_id))
      .map(({ listing_id, ranks }) => [listing_id, ranksByStem(words, ranks)]),
  );
}

function ranksByStem(words: QueryWord[], ranks: number[]): Map<string, number> {
  return new Map(
    words.map(({ stem }, nth) => [stem, ranks[nth] ?? 0] as const).filter(([, rank]) => rank > 0),
  );
}
