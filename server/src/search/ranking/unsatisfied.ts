import { isInformative, wordsOf } from "../../models/index.ts";
import { isStatedByFilter } from "../../plain-words/index.ts";
import type { Context } from "../../platform/context.ts";
import type { UsesSearch } from "../services.ts";
import { featureSet } from "../vectors/listing-features.ts";
import type { Interpreted, SearchPlan } from "./plan-search.ts";
import type { FoundListing } from "./score.ts";

const NO_RESULT_HAS_IT = "None of the listings that the filters leave has it.";

/** The interpretation of a query, with the wishes that no result satisfies among what was not applied. */
export function interpretedOf(
  ctx: Context<UsesSearch>,
  plan: SearchPlan,
  found: readonly FoundListing[],
): Interpreted {
  const { interpreted } = plan;
  const { not_applied } = interpreted;
  const missing = plan.isRanked ? [...missingFeatures(ctx, plan, found), ...missingWishes(plan, found)] : [];
  const all = [...not_applied];
  // "Fixer" is a purpose within "fixer upper".
  for (const text of missing)
    if (!all.some((each) => each.text.includes(text))) all.push({ text, why: NO_RESULT_HAS_IT });
  return all.length === not_applied.length ? interpreted : { ...interpreted, not_applied: all };
}

/** Pieces for wanted features that no listing has which the filters leave, and whose words no result has either. */
function missingFeatures(
  { search }: Context<UsesSearch>,
  plan: SearchPlan,
  found: readonly FoundListing[],
): string[] {
  const { features, filters } = plan.interpreted;
  const wanted = features.filter((key) => !isStatedByFilter(key, filters));
  if (wanted.length === 0) return [];
  const listings = plan.matching();
  const missing = new Set(
    wanted.filter(
      (key) => search.vectors.features.without(listings, featureSet([key])).size === listings.size,
    ),
  );
  return plan.pieces
    .filter((piece) => !isWithinFilter(piece, plan))
    .filter((piece) => piece.features.some((key) => missing.has(key)) && !found.some(hasWordsOf(piece)))
    .map(({ text }) => text);
}

/** The "3 car garage" of a query is a filter. */
const isWithinFilter = ({ text }: { text: string }, { pieces }: SearchPlan) =>
  pieces.some((piece) => Object.keys(piece.filters).length > 0 && piece.text.includes(text));

function hasWordsOf({ text }: { text: string }): (listing: FoundListing) => boolean {
  const stems = wordsOf(text).flatMap((word) => (isInformative(word.text) ? word.stem : []));
  return ({ has = [] }) => stems.length > 0 && stems.every((stem) => has.includes(stem));
}

/** Purposes of which no result has a word. */
function missingWishes(plan: SearchPlan, found: readonly FoundListing[]): string[] {
  const satisfied = new Set(found.flatMap(({ has = [] }) => has));
  return plan.wishes
    .filter((wish) => !satisfied.has(wish.text) && !isWithinFilter(wish, plan))
    .map(({ text }) => text);
}
