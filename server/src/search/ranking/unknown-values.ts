import type { UsesListings } from "../../listings/index.ts";
import type { Context } from "../../platform/context.ts";
import type { SearchPlan } from "./plan-search.ts";
import type { FoundListing } from "./score.ts";

/** The filters of the listing index for properties of which unknown values match. */
const FILTERS = { garage_spaces: "garageSpaces", stories: "stories" } as const;

/** The part of its similarity that a listing keeps for each property that is not known of it. */
const KEPT = 0.8;

/** Lowers listings of which a property is not known that the query asks for, and names it. Of equally similar ones they come last. */
export function unknownLast(
  { listings: { index } }: Context<UsesListings>,
  found: FoundListing[],
  { interpreted, filters }: Pick<SearchPlan, "interpreted" | "filters">,
): FoundListing[] {
  const requested =
    (interpreted.filters as { include_unknown_of?: (keyof typeof FILTERS)[] }).include_unknown_of ?? [];
  if (requested.length === 0 || found.length === 0) return found;
  const known = requested.map((name) => {
    const filter = FILTERS[name];
    const { sourceIds, [filter]: range } = filters;
    return { name, ids: index.matchingSet({ ...(sourceIds && { sourceIds }), [filter]: range }) };
  });
  return found
    .map((each): FoundListing => {
      const unknown = known.flatMap(({ name, ids }) => (ids.has(each.id) ? [] : [name]));
      if (unknown.length === 0) return each;
      const similarity = Math.round(each.similarity * KEPT ** unknown.length * 10_000) / 10_000;
      return { ...each, similarity, unknown };
    })
    .sort((a, b) => b.similarity - a.similarity || (a.unknown?.length ?? 0) - (b.unknown?.length ?? 0));
}
