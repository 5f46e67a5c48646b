import type { paths } from "../../../../client/src/api.generated.ts";
import { searchParameter } from "../../../shared/search-parameters.ts";
import type { Filters } from "./search.ts";

type ListQuery = NonNullable<paths["/api/properties"]["get"]["parameters"]["query"]>;
type WordsBody = paths["/api/search/semantic"]["post"]["requestBody"]["content"]["application/json"];

/** The filters as parameters of the list and of map tiles: the API reads numbers from their text, and refuses what is none. */
export function asQuery(filters: Filters): ListQuery {
  const isAnywhere = !filters.has("state");
  return { ...Object.fromEntries(filters), ...(isAnywhere && { state: "any" }) } as ListQuery;
}

/** The same as JSON values. What is no number or boolean stays text, which the API refuses by name. */
export function asBody(filters: Filters): NonNullable<WordsBody["filters"]> {
  const values = [...filters].map(([name, given]) => [name, jsonValue(name, given)]);
  return Object.fromEntries(values.filter(([name]) => name !== "sort_by" && name !== "sort_order"));
}

function jsonValue(name: string, values: readonly string[]): unknown {
  const [text = ""] = values;
  switch (searchParameter(name)?.kind) {
    case "list":
      return values;
    case "number":
      return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : text;
    case "boolean":
      return text === "true" || text === "false" ? text === "true" : text;
    default:
      return text;
  }
}

/** Of map tiles. The map shows what is around its area, too, and has no order. */
const NOT_OF_MAPS = ["min_lat", "max_lat", "min_lng", "max_lng", "sort_by", "sort_order"];

/** The query of the map's tiles for the homes of a search. */
export function tileQuery(filters: Filters): string {
  const shown = [...filters].filter(([name]) => !NOT_OF_MAPS.includes(name));
  const query = new URLSearchParams(
    shown.map(([name, values]): [string, string] => [name, values.join(",")]),
  );
  if (!filters.has("state")) query.set("state", "any");
  return query.toString();
}
