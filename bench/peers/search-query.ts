import { facetPattern } from "./facet-table.ts";
import { conditionsOf, type Filters, filterProperties, whereOf } from "./filters.ts";
import type { SqlParameters } from "./sql-parameters.ts";

export type SearchQuery = Filters & {
  page: number;
  page_size: number;
  /** Names of facets, separated by commas. */
  facets?: string;
};

/** Fastify checks the query with it and converts its numbers. */
export const searchSchema = {
  type: "object",
  properties: {
    ...filterProperties,
    page: { type: "integer", minimum: 1, default: 1 },
    page_size: { type: "integer", minimum: 1, maximum: 100, default: 20 },
    facets: { type: "string", pattern: facetPattern },
  },
};

/** The parts of a statement that finds a page. The values of `where` are those of the total too. */
export function pageSql(query: SearchQuery, parameters: SqlParameters): { where: string; limit: string } {
  const { page, page_size } = query;
  const where = whereOf(conditionsOf(query, parameters).values());
  const limit = parameters.add("page_size", page_size);
  const offset = parameters.add("page_offset", (page - 1) * page_size);
  return { where, limit: `limit ${limit} offset ${offset}` };
}

/** `items` and `facets` are JSON already. */
export function toPage(query: SearchQuery, { total, items }: Page, facets: string | null): string {
  const { page, page_size } = query;
  const pages = Math.ceil(total / page_size);
  const counted = facets === null ? "" : `,"facets":${facets}`;
  return `{"items":${items},"total":${total},"page":${page},"page_size":${page_size},"total_pages":${pages}${counted}}`;
}

/** `items` is JSON: built by the database, it takes less processor time than rows that the framework serializes. */
export type Page = { total: number; items: string };
