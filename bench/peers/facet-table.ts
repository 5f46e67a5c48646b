import type { Filter } from "./filters.ts";

/** The facets of a search, and the filters that are lifted for each: those of its own column. */
const FACETS = {
  city: { own: [], isNumber: false },
  zip: { own: [], isNumber: false },
  status: { own: ["status"], isNumber: false },
  beds: { own: ["min_beds", "max_beds"], isNumber: true },
} as const satisfies Record<string, { own: Filter[]; isNumber: boolean }>;

export type FacetName = keyof typeof FACETS;
/** Values of a facet: the most frequent ones. */
export const MAX_FACET_VALUES = 50;

const anyFacet = `(${Object.keys(FACETS).join("|")})`;
/** Of the parameter `facets`. */
export const facetPattern = `^${anyFacet}(,${anyFacet})*$`;

/** The columns that a search counts. */
export function facetNamesOf(facets: string | undefined): FacetName[] {
  return [...new Set(facets?.split(",") as FacetName[] | undefined)];
}

export function isNumberFacet(name: FacetName): boolean {
  return FACETS[name].isNumber;
}

/**
 * The conditions that hold for all of the facets, and for each those of other facets' columns.
 *
 * @returns `shared`: what to read; `ofFacet`: what to count of it.
 */
export function facetConditions(
  conditions: ReadonlyMap<Filter, string>,
  names: readonly FacetName[],
): { shared: string[]; ofFacet: (name: FacetName) => string[] } {
  const lifted = new Set<Filter>(names.flatMap((name) => FACETS[name].own));
  const entries = [...conditions];
  const isOwn = (filter: Filter, name: FacetName) => (FACETS[name].own as readonly Filter[]).includes(filter);
  return {
    shared: entries.filter(([filter]) => !lifted.has(filter)).map(([, condition]) => condition),
    ofFacet: (name) =>
      entries
        .filter(([filter]) => lifted.has(filter) && !isOwn(filter, name))
        .map(([, condition]) => condition),
  };
}
