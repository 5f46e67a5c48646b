import { fileURLToPath } from "node:url";
import type { SearchParameter } from "../shared/search-parameters.ts";

export const SEARCH_PARAMETERS_FILE = fileURLToPath(
  new URL("../shared/search-parameters.json", import.meta.url),
);

type Schema = { type?: string; format?: string; enum?: string[]; items?: Schema };
type Parameter = { name: string; in: string; schema: Schema };

/** Of the list, but not of a search: the website pages by itself, and its brokerage is that of the Host. */
const NOT_OF_SEARCHES = ["brokerage_id", "page", "page_size", "cursor", "facets", "near_misses"];

/** The parameters of `GET /api/properties` that say what is searched for, as JSON, a line each. */
export function searchParametersText(openApi: string): string {
  const { paths } = JSON.parse(openApi) as { paths: Record<string, { get: { parameters: Parameter[] } }> };
  const lines = (paths["/api/properties"]?.get.parameters ?? [])
    .filter((parameter) => parameter.in === "query" && !NOT_OF_SEARCHES.includes(parameter.name))
    .map((parameter) => `  ${JSON.stringify(searchParameter(parameter))}`);
  return `[\n${lines.join(",\n")}\n]\n`;
}

function searchParameter({ name, schema }: Parameter): SearchParameter {
  const values = schema.items?.enum ?? schema.enum;
  return { name, kind: kindOf(schema), ...(values && { values }) };
}

function kindOf({ type, format }: Schema): SearchParameter["kind"] {
  if (type === "array") return "list";
  if (type === "integer" || type === "number") return "number";
  if (type === "boolean") return "boolean";
  return format === "date" ? "date" : "text";
}
