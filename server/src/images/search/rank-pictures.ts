import type { UsesModels } from "../../models/index.ts";
import type { Context } from "../../platform/context.ts";
import type { IdSet } from "../../platform/id-set.ts";
import type { ImageVectorKind } from "../enrichment/serving-models.ts";
import type { UsesImages } from "../services.ts";
import { type DescriptionWords, descriptionWords } from "./description-words.sql.ts";
import { rounded } from "./find-pictures.ts";
import { informativeWords, type ManualLabels } from "./manual-labels.ts";
import { picturesWithAllWords } from "./pictures-with-all-words.sql.ts";
import { queryVectors } from "./query-vectors.ts";

/** The maximum number of pictures found by each signal. */
const MAX_CANDIDATES = 1000;
/** Of all pictures, of any tenant. */
const MAX_WORD_MATCHES = 10_000;

/** The weight of each signal, tuned with the demo's photos and queries. */
const WEIGHTS = { visual: 0.5, description: 0.15, words: 0.35 };
/** Similarities below are chance: one of many words, or a weak likeness. */
const MIN_SIMILARITY = 0.1;

/** The matches of a query, each with its similarity, 0 to 1. */
export type Ranked = {
  pictures: [enrichment: number, similarity: number][];
  /** Photos whose manual labels match; overrides their pictures' similarity. */
  byHand: Map<number, number>;
};

/**
 * Ranks the given pictures for a query: by visual similarity, by the meaning of their descriptions and by words; and
 * photos by their manual labels.
 *
 * @throws ModelError when a model does not answer.
 */
export async function rankPictures(
  ctx: Context<UsesImages & UsesModels>,
  text: string,
  { enrichments, labels }: { enrichments: IdSet; labels: ReadonlyMap<number, ManualLabels> },
): Promise<Ranked> {
  if (enrichments.size === 0) return { pictures: [], byHand: new Map() };
  const informativeQueryWords = informativeWords(text);
  const [vectors, withWords] = await Promise.all([
    queryVectors(ctx, text, ["visual", "description"]),
    informativeQueryWords === "" ? [] : picturesWithAllWords(ctx.db, informativeQueryWords, MAX_WORD_MATCHES),
  ]);
  const { kinds } = ctx.images.vectors;
  const near = await Promise.all(
    vectors.map(async (words) =>
      (await kinds[words.kind].nearest(words, enrichments, MAX_CANDIDATES)).map(([id]) => id),
    ),
  );
  const candidates = new Set([
    ...near.flat(),
    ...withWords.filter((id) => enrichments.has(id)).slice(0, MAX_CANDIDATES),
  ]);
  const scored = Float64Array.from(
    new Set([...candidates, ...[...labels.values()].map(({ enrichment }) => enrichment)]),
  ).sort();
  const wordMatches =
    informativeQueryWords === ""
      ? NOTHING
      : await descriptionWords(ctx.db, informativeQueryWords, [...scored]);
  const similarities: Record<ImageVectorKind, ReadonlyMap<number, number>> = {
    visual: NONE,
    description: NONE,
  };
  for (const words of vectors) {
    const cosines = await kinds[words.kind].cosines(words, scored);
    similarities[words.kind] = new Map(
      [...cosines].map(([enrichment, cosine]) => [enrichment, words.similarityOf(cosine)]),
    );
  }
  const similarityOf = (enrichment: number, share: number) =>
    rounded(
      WEIGHTS.visual * (similarities.visual.get(enrichment) ?? 0) +
        WEIGHTS.description * (similarities.description.get(enrichment) ?? 0) +
        WEIGHTS.words * share,
    );
  return {
    pictures: aboveChance(
      [...candidates].map((enrichment) => [
        enrichment,
        similarityOf(enrichment, wordMatches.get(enrichment)?.share ?? 0),
      ]),
    ),
    byHand: new Map(
      aboveChance(
        [...labels].map(([photo, byHand]) => [
          photo,
          similarityOf(byHand.enrichment, shareOfBoth(byHand, wordMatches.get(byHand.enrichment))),
        ]),
      ),
    ),
  };
}

const NONE: ReadonlyMap<number, number> = new Map();
const NOTHING: ReadonlyMap<number, DescriptionWords> = new Map();

function shareOfBoth(one: DescriptionWords, other: DescriptionWords | undefined): number {
  const both = new Set([...one.stems, ...(other?.stems ?? [])]);
  return (one.share * both.size) / one.stems.length;
}

function aboveChance(ranked: [id: number, similarity: number][]): [number, number][] {
  return ranked.filter(([, similarity]) => similarity >= MIN_SIMILARITY);
}
