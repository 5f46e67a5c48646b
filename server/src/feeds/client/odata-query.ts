import type { ResourceType } from "./metadata.ts";

/** Fields that hold the key of a resource. */
export const keyFields = {
  Property: "ListingKey",
  Media: "MediaKey",
  Member: "MemberKey",
  Office: "OfficeKey",
  OpenHouse: "OpenHouseKey",
  EntityEvent: "EntityEventSequence",
} as const;

export type Resource = keyof typeof keyFields;

export const TIMESTAMP = "ModificationTimestamp";

const QUOTED = /^Edm\.(String|Duration)$/;

/** A value of a field as OData writes it: by the type that `$metadata` gives, text where it gives none. */
export function literal(type: ResourceType | undefined, field: string, value: string): string {
  const edm = type?.fields[field] ?? (field === TIMESTAMP ? "Edm.DateTimeOffset" : "Edm.String");
  return QUOTED.test(edm) ? `'${value.replaceAll("'", "''")}'` : value;
}

export type QueryOptions = {
  filter?: (string | null)[];
  orderby?: string | null;
  select?: string[] | null;
  expand?: string | null;
  top?: number | null;
  count?: boolean;
};

/** A relative address with these query options; conditions of the filter are joined with `and`. */
export function queryOf(resource: Resource, options: QueryOptions): string {
  const { filter = [], orderby, select, expand, top, count } = options;
  const conditions = filter.filter((condition) => condition !== null);
  const entries: [string, string][] = [];
  if (conditions.length > 0) entries.push(["$filter", conditions.map(bracketed).join(" and ")]);
  if (orderby) entries.push(["$orderby", orderby]);
  if (select) entries.push(["$select", select.join(",")]);
  if (expand) entries.push(["$expand", expand]);
  if (top) entries.push(["$top", String(top)]);
  if (count) entries.push(["$count", "true"]);
  // Not URLSearchParams: a `+` for a space is not understood by all servers.
  const query = entries.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
  return query === "" ? resource : `${resource}?${query}`;
}

function bracketed(condition: string, _nth: number, all: string[]): string {
  return all.length === 1 ? condition : `(${condition})`;
}

/** Names of fields in a filter: words outside of quotes that are no operators, functions or literals. */
export function fieldsIn(filter: string): string[] {
  const words = filter.replaceAll(/'(?:[^']|'')*'/g, " ").split(/[\s(),]+/);
  const fields = words.map((word) => word.split("/")[0] as string);
  return [...new Set(fields.filter((field) => /^[A-Za-z_]\w*$/.test(field) && !WORDS.has(field)))];
}

const WORDS = new Set(
  "eq ne gt ge lt le and or not in has true false null contains startswith endswith tolower toupper".split(
    " ",
  ),
);
