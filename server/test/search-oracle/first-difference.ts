import type { Query } from "./random-queries.ts";
import { type Answer, isBox, isRadius } from "./search.ts";

type Fields = Record<string, unknown>;

/**
 * The first thing in which the product's reply is not what the oracle says, with the query; null when there is none.
 * Of an item, the fields that the oracle knows are compared.
 */
export function firstDifference(
  query: Query,
  reply: { status: number; body: Fields & { items: Fields[] } },
  oracle: Answer<Fields & { listing_id: string }>,
): string | null {
  const where = `GET ${query.path} (Host ${query.host})`;
  const differs = (what: string, product: unknown, expected: unknown) =>
    `${where}\n  ${what}: the product says ${JSON.stringify(product)}, the oracle ${JSON.stringify(expected)}`;

  if (reply.status !== 200) return differs("status", reply.status, 200);
  const { items, ...counts } = oracle;
  for (const [field, expected] of Object.entries(counts)) {
    if (reply.body[field] !== expected) return differs(field, reply.body[field], expected);
  }
  const shown = reply.body.items;
  for (const [at, expected] of items.entries()) {
    const item = shown[at];
    const field = Object.keys(expected).find((field) => item?.[field] !== expected[field]);
    if (field) return differs(`${field} of item ${at + 1}`, item, expected);
  }
  if (shown.length > items.length) return differs("one item too many", shown[items.length], null);
  return differenceOfKind(query, reply.body, differs);
}

/** SPEC: spatial list responses add search_type and query_time_ms; distance_miles is only in radius results. */
function differenceOfKind(
  { search }: Query,
  body: Fields & { items: Fields[] },
  differs: (what: string, product: unknown, expected: unknown) => string,
): string | null {
  const spatial = isBox(search) || isRadius(search);
  const kind = spatial ? "spatial" : undefined;
  if (body.search_type !== kind) return differs("search_type", body.search_type, kind);
  if ("query_time_ms" in body !== spatial) return differs("query_time_ms", body.query_time_ms, spatial);
  const stray = isRadius(search) ? undefined : body.items.find((item) => "distance_miles" in item);
  return stray ? differs("distance_miles", stray.distance_miles, undefined) : null;
}
