import type { paths } from "../../../../client/src/api.generated.ts";
import { BOX } from "../../../shared/search-area.ts";
import type { Filters } from "../../searches/search.ts";

type ListQuery = NonNullable<paths["/api/properties"]["get"]["parameters"]["query"]>;

/** The filters as parameters of the list and of map tiles: the API reads numbers from their text, and refuses what is none. */
export function asQuery(filters: Filters): ListQuery {
  const isAnywhere = !filters.has("state");
  return { ...Object.fromEntries(filters), ...(isAnywhere && { state: "any" }) } as ListQuery;
}

/** Of map tiles. The map shows what is around its area, too, and has no order. */
const NOT_OF_MAPS: readonly string[] = [...BOX, "sort_by", "sort_order"];

/** The query of the map's tiles for the homes of a search. */
export function tileQuery(filters: Filters): string {
  const shown = [...filters].filter(([name]) => !NOT_OF_MAPS.includes(name));
  const query = new URLSearchParams(
    shown.map(([name, values]): [string, string] => [name, values.join(",")]),
  );
  if (!filters.has("state")) query.set("state", "any");
  return query.toString();
}
