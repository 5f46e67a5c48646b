import { shortMoney } from "../../../shared/numbers.ts";
import { firstValue, searchPath, withoutParameters, withValues } from "../../searches/search.ts";
import { resultTexts } from "../../texts/results.ts";
import type { FoundHomes } from "./find-homes.ts";

export type FacetLink = { text: string; href: string; count: number | null; isUsed: boolean };

/** Bands of prices; both ends are bounds of the search, so that a band gives its count. */
export function priceLinks({ search, facets, hasCounts }: FoundHomes): FacetLink[] {
  return (facets.price ?? []).map(({ min, max, count }) => {
    const isUsed =
      firstValue(search, "min_price") === String(min) && firstValue(search, "max_price") === String(max);
    const banded = withValues(withValues(search, "min_price", [String(min)]), "max_price", [String(max)]);
    const lifted = withoutParameters(search, ["min_price", "max_price"]);
    return {
      text: resultTexts.band(shortMoney(min), shortMoney(max)),
      href: searchPath(isUsed ? lifted : banded),
      count: hasCounts ? count : null,
      isUsed,
    };
  });
}
