import {
  type GivenFilters,
  inBody,
  listingFilterFields,
  readConditions,
  type UsesListings,
} from "../../listings/index.ts";
import type { UsesModels } from "../../models/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { refuseUnknownParameters } from "../../platform/http/unknown-parameters.ts";
import { type UnderstoodSearch, type UsesSearch, understandSearch } from "../../search/index.ts";
import type { Criteria } from "./criteria.ts";

/** What a search looks for, as it is stored. */
export type Definition = {
  filters: GivenFilters;
  query: string | null;
  /** See `understandSearch`. `allowed`: the query without terms of protected classes. */
  interpreted: (UnderstoodSearch["interpreted"] & { allowed: string }) | null;
  criteria: Criteria;
};

/** Of the JSON of filters: more than 2,000 points and 200 ids. */
const MAX_CHARACTERS = 110_000;
const filterNames = Object.keys(listingFilterFields);
const inFilters = (name: string) => [...inBody("filters"), name];

/**
 * Checks the filters and interprets the query of a search (search.md, D10, D36, D39). Filters win over the query.
 *
 * @throws AppError 422 without any filter or query, for unknown filters, for filters that contradict each other, and for `keywords` that
 *   name protected classes.
 */
export async function readDefinition(
  ctx: TenantContext<UsesListings & UsesModels & UsesSearch>,
  { filters, query }: { filters: GivenFilters; query: string | null },
): Promise<Definition> {
  refuseUnknownParameters(filters, filterNames, inBody("filters"));
  if (query === null && Object.keys(filters).every((name) => name.startsWith("include_unknown")))
    throw invalid("filters must have a filter where there is no query", "missing");
  if (JSON.stringify(filters).length > MAX_CHARACTERS)
    throw invalid(`filters must have at most ${MAX_CHARACTERS} characters as JSON`, "too_long");
  const { words, state } = readConditions(ctx, filters, { place: inFilters });
  const keywords = words === null ? {} : { keywords: words };
  if (query === null)
    return { filters, query, interpreted: null, criteria: { filters: { state }, ...keywords } };

  const { query: allowed, interpreted, named } = await understandSearch(ctx, { query, filters });
  const { features, without, not } = interpreted;
  const ofQuery = Object.fromEntries(Object.entries(named).filter(([name]) => !(name in filters)));
  const criteria: Criteria = {
    filters: {
      ...ofQuery,
      ...(features.length > 0 && { features }),
      ...(without.length > 0 && { without }),
      state: named.state ?? "any",
    },
    ...(Object.values(not).some((values) => values.length > 0) && { not }),
    ...keywords,
  };
  return { filters, query, interpreted: { ...interpreted, allowed }, criteria };
}

function invalid(msg: string, type: string): AppError {
  return new AppError("invalid", [{ loc: inBody("filters"), msg, type }]);
}
