import { isStatedByFilter, type NotApplied } from "../../plain-words/index.ts";
import type { Context } from "../../platform/context.ts";
import type { UsesSearch } from "../services.ts";
import { featureSet } from "../vectors/listing-features.ts";
import { notApplied } from "./overridden.ts";
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
  const unsatisfied = [
    ...notApplied(missingFeatures(ctx, plan), NO_RESULT_HAS_IT, not_applied),
    ...missingWishes(plan, found),
  ];
  const known = new Set(not_applied.map(({ text }) => text));
  const more = unsatisfied.filter(({ text }) => !known.has(text));
  return more.length === 0 ? interpreted : { ...interpreted, not_applied: [...not_applied, ...more] };
}

/** Pieces for wanted features that no listing has which the filters leave. */
function missingFeatures({ search }: Context<UsesSearch>, plan: SearchPlan) {
  const { features, filters } = plan.interpreted;
  const wanted = features.filter((key) => !isStatedByFilter(key, filters));
  if (wanted.length === 0) return [];
  const listings = plan.matching();
  const missing = new Set(
    wanted.filter(
      (key) => search.vectors.features.without(listings, featureSet([key])).size === listings.size,
    ),
  );
  return plan.pieces.filter((piece) => piece.features.some((key) => missing.has(key)));
}

/** Purposes of which no result has a word. */
function missingWishes({ wishes, isRanked }: SearchPlan, found: readonly FoundListing[]): NotApplied[] {
  if (!isRanked) return [];
  const satisfied = new Set(found.flatMap((listing) => listing.wishes ?? []));
  return wishes
    .filter(({ text }) => !satisfied.has(text))
    .map(({ text }) => ({ text, why: NO_RESULT_HAS_IT }));
}
