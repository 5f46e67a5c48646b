import type { ComparedAs } from "../../src/plain-words/index.ts";
import type { IdSet } from "../../src/platform/id-set.ts";
import { findCandidates } from "../../src/search/ranking/candidates.ts";
import { planSearch } from "../../src/search/ranking/plan-search.ts";
import { rerank } from "../../src/search/ranking/rerank.ts";
import type { FoundListing } from "../../src/search/ranking/score.ts";
import { scoreParts, similarityOf } from "../../src/search/ranking/score.ts";
import { ListingTexts } from "../../src/search/sentences/listing-texts.ts";
import type { TestApp } from "../harness/test-app.ts";
import { type FullText, fullText } from "./full-text.sql.ts";
import type { JudgedMarket } from "./market.ts";

const ANSWERS = 10;
/** All search the listings that are for sale. */
const FOR_SALE = { status: "Active" } as const;

/** One query to one market; what several rankers look at is looked up once. */
export type Question = {
  lintel: TestApp;
  market: JudgedMarket;
  query: string;
  /** Among everything that is for sale, and among what the filters leave that the words carry. */
  everywhere: Look;
  withinFilters: Look;
};

/** A way to answer a query: listing ids, best first. */
export type Ranker = (question: Question) => Promise<string[]>;

/** What the hybrid's three parts know of each listing. */
type Look = { ids: Float64Array; scored: Record<Part, Map<number, number>> };
type Part = "meaning" | "words" | "features";

export async function questionOf(lintel: TestApp, market: JudgedMarket, query: string): Promise<Question> {
  const { ctx } = market;
  const { interpreted, wishes, filters } = await planSearch(ctx, { query, stated: FOR_SALE });
  const everything = ctx.listings.index.matchingSet({
    sourceIds: ctx.tenant.sourceIds ?? [],
    ...FOR_SALE,
  });
  const { features } = interpreted;
  // Without the filters, nothing has been taken out of the words either.
  const everywhere = await look(ctx, { text: query, wishes, features }, everything);
  const text = interpreted.text || query;
  const withinFilters = await look(ctx, { text, wishes, features }, ctx.listings.index.matchingSet(filters));
  return { lintel, market, query, everywhere, withinFilters };
}

async function look(
  ctx: JudgedMarket["ctx"],
  query: { text: string; wishes: readonly ComparedAs[]; features: string[] },
  listings: IdSet,
): Promise<Look> {
  const ids = listings.toArray();
  const { candidates, words, model } = await findCandidates(
    ctx,
    { ...query, required: [...ids], near: null },
    listings,
  );
  const meant: FoundListing[] = [];
  const scored: Look["scored"] = { meaning: new Map(), words: new Map(), features: new Map() };
  for (const candidate of candidates) {
    if (!listings.has(candidate.id)) continue;
    const parts = scoreParts(candidate, { words, features: query.features.length, noise: model?.noise ?? 1 });
    const alone = { meaning: parts.meaning, words: 0, features: null };
    meant.push({ id: candidate.id, similarity: similarityOf(alone), parts: alone, words: [] });
    scored.words.set(candidate.id, parts.words);
    scored.features.set(candidate.id, parts.features ?? 0);
  }
  meant.sort((a, b) => b.similarity - a.similarity || b.id - a.id);
  const rankedMeanings = { ...query, words, found: meant, texts: new ListingTexts(ctx), matchText: null };
  // As the hybrid's own meaning is: the first ones are read sentence by sentence.
  for (const { id, parts } of await rerank(ctx, rankedMeanings)) scored.meaning.set(id, parts.meaning);
  return { ids, scored };
}

/** As a visitor gets it, over HTTP. */
const hybrid: Ranker = async ({ lintel, market: { host }, query }) => {
  const body = { query, limit: ANSWERS, ...FOR_SALE };
  const reply = await lintel.call("/api/search/semantic", { method: "POST", host, body });
  if (reply.status !== 200) throw new Error(`"${query}": ${reply.status} ${reply.text}`);
  return reply.body.results.map(({ listing_id }: { listing_id: string }) => listing_id);
};

/** One part by itself; the newest first where it is even. */
function alone(part: Part, where: "everywhere" | "withinFilters"): Ranker {
  return async (question) => {
    const ranked = [...question[where].scored[part]].sort(
      ([id, score], [otherId, other]) => other - score || otherId - id,
    );
    return named(
      question,
      ranked.map(([id]) => id),
    );
  };
}

const filtersAlone: Ranker = async (question) => {
  const { ctx } = question.market;
  const { filters } = await planSearch(ctx, { query: question.query, stated: FOR_SALE });
  const sort = { by: "list_date", descending: true } as const;
  const { hits } = ctx.listings.index.search({ ...filters, sort, offset: 0, limit: ANSWERS });
  return named(
    question,
    hits.map(({ id }) => id),
  );
};

function postgres(way: FullText, where: "everywhere" | "withinFilters" = "everywhere"): Ranker {
  return async (question) => {
    const { lintel, query } = question;
    return named(question, await fullText(lintel.database.db, query, way, question[where].ids));
  };
}

function named({ market }: Question, ids: number[]): string[] {
  return ids.slice(0, ANSWERS).map((id) => market.names.get(id) as string);
}

export const HYBRID = "hybrid, as it answers";

/** What the hybrid must be above. */
export const parts = {
  "meaning alone": alone("meaning", "everywhere"),
  "words alone": alone("words", "everywhere"),
  "features alone": alone("features", "everywhere"),
  "filters alone, newest first": filtersAlone,
  "meaning within filters": alone("meaning", "withinFilters"),
  "words within filters": alone("words", "withinFilters"),
  "features within filters": alone("features", "withinFilters"),
} satisfies Record<string, Ranker>;

/** PostgreSQL's search by itself. */
export const fullTexts = {
  "full text, all words, ts_rank_cd": postgres({ match: "and", rank: "ts_rank_cd" }),
  "full text, any word, ts_rank_cd": postgres({ match: "or", rank: "ts_rank_cd" }),
  "full text, any word, ts_rank": postgres({ match: "or", rank: "ts_rank" }),
} satisfies Record<string, Ranker>;

/** All of them, and full text with the filters that Lintel reads out of the words. */
export const rankers: Record<string, Ranker> = {
  [HYBRID]: hybrid,
  ...parts,
  ...fullTexts,
  "full text within filters (any, ts_rank)": postgres({ match: "or", rank: "ts_rank" }, "withinFilters"),
};
