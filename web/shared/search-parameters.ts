import table from "./search-parameters.json" with { type: "json" };

/** A parameter of `GET /api/properties` that says what is searched for. */
export type SearchParameter = {
  name: string;
  /** `list`: several values, separated by commas or repeated. */
  kind: "list" | "number" | "boolean" | "date" | "text";
  /** All values that the API accepts, where they are few. */
  values?: string[];
};

/** In the order of the API's document, from which the table is made (`npm run generate -w web`). */
export const searchParameters = table as readonly SearchParameter[];

const byName = new Map(searchParameters.map((parameter) => [parameter.name, parameter]));

export function searchParameter(name: string): SearchParameter | null {
  return byName.get(name) ?? null;
}
