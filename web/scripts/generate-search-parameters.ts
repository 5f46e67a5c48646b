import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { openApiDocument } from "../../server/test/harness/openapi-document.ts";
import type { SearchParameter } from "../shared/search-parameters.ts";

const SEARCH_PARAMETERS_FILE = fileURLToPath(new URL("../shared/search-parameters.json", import.meta.url));

type Schema = { $ref?: string; type?: string; format?: string; enum?: string[]; items?: Schema };
type Parameter = { $ref?: string; name: string; in: string; schema: Schema };
type Document = { paths: Record<string, { get: { parameters: Parameter[] } }> };

/** Of the list, but not of a search: the website pages by itself, and its brokerage is that of the Host. */
const NOT_OF_SEARCHES = ["brokerage_id", "page", "page_size", "cursor", "facets", "near_misses"];

/** The parameters of `GET /api/properties` that say what is searched for, as JSON, a line each. */
export function searchParametersText(openApi: string): string {
  const document = JSON.parse(openApi) as Document;
  const lines = (document.paths["/api/properties"]?.get.parameters ?? [])
    .map((parameter) => resolved(document, parameter))
    .filter((parameter) => parameter.in === "query" && !NOT_OF_SEARCHES.includes(parameter.name))
    .map(({ name, schema }) => `  ${JSON.stringify(searchParameter(document, name, schema))}`);
  return `[\n${lines.join(",\n")}\n]\n`;
}

function searchParameter(document: Document, name: string, given: Schema): SearchParameter {
  const schema = resolved(document, given);
  const values = (schema.items ? resolved(document, schema.items) : schema).enum;
  return { name, kind: kindOf(schema), ...(values && { values }) };
}

function kindOf({ type, format }: Schema): SearchParameter["kind"] {
  if (type === "array") return "list";
  if (type === "integer" || type === "number") return "number";
  if (type === "boolean") return "boolean";
  return format === "date" ? "date" : "text";
}

/** What a reference within the document (`#/components/…`) stands for. */
function resolved<Part extends { $ref?: string }>(document: Document, part: Part): Part {
  if (part.$ref === undefined) return part;
  const names = part.$ref.slice(2).split("/");
  return names.reduce((found, name) => (found as Record<string, unknown>)[name], document as unknown) as Part;
}

// `npm run generate -w web`: the parameters of `/homes` are those of the API's list, read from its OpenAPI document.
if (import.meta.main) await writeFile(SEARCH_PARAMETERS_FILE, searchParametersText(await openApiDocument()));
