import type { Behaviours } from "../behaviours.ts";
import type { Market } from "../market.ts";
import { type FeedRecord, type Resource, type ResourceName, resources } from "../resources.ts";
import { type Condition, compare, countAlternatives, fieldsOf, parseFilter, predicate } from "./filter.ts";
import { ODataError } from "./odata-error.ts";

const OPTIONS = new Set([
  "$filter",
  "$orderby",
  "$select",
  "$expand",
  "$top",
  "$skip",
  "$count",
  "$skiptoken",
]);

/** A page of a list, and where the next one begins; null at the end. */
export type ListPage = { records: FeedRecord[]; count: number | null; next: string | null };

type Order = [field: string, descending: boolean][];
type Wanted = {
  condition: Condition | null;
  order: Order;
  /** The whole result is limited to this. */
  top: number;
  pageSize: number;
  skip: number;
  token: PageToken | null;
};

/** Where a page begins: after a record, which may have been removed meanwhile. */
type PageToken = { after: unknown[]; left: number; issued: number };

/**
 * A list as the query options ask for it.
 *
 * @throws ODataError 400 for what the server does not understand.
 */
export function listPage(
  market: Market,
  name: ResourceName,
  query: URLSearchParams,
  { behaviours, maxPageSize, now }: { behaviours: Behaviours; maxPageSize: number | null; now: number },
): ListPage {
  const resource: Resource = resources[name];
  const wanted = readOptions(resource, query, { behaviours, maxPageSize, now });
  if (behaviours.empty) return { records: [], count: query.has("$count") ? 0 : null, next: null };

  const sorted = market.sorted(name, wanted.order);
  const holds = wanted.condition ? predicate(wanted.condition) : () => true;
  const begin = Math.max(
    startAfter(sorted, wanted.order, wanted.token?.after ?? null),
    startOfTimes(sorted, wanted.order, wanted.condition),
  );
  let left = wanted.token?.left ?? wanted.top;
  let skip = wanted.token ? 0 : wanted.skip;
  const records: FeedRecord[] = [];
  let more = false;
  for (let nth = begin; nth < sorted.length && left > 0; nth++) {
    const record = sorted[nth] as FeedRecord;
    if (!holds(record)) continue;
    if (skip-- > 0) continue;
    if (records.length === wanted.pageSize) {
      more = true;
      break;
    }
    records.push(record);
    left--;
  }
  const last = records.at(-1);
  const token =
    more && last ? { after: wanted.order.map(([field]) => last[field] ?? null), left, issued: now } : null;
  const count = query.get("$count") === "true" ? sorted.filter(holds).length : null;
  return { records, count, next: token && Buffer.from(JSON.stringify(token)).toString("base64url") };
}

function readOptions(
  resource: Resource,
  query: URLSearchParams,
  { behaviours, maxPageSize, now }: { behaviours: Behaviours; maxPageSize: number | null; now: number },
): Wanted {
  for (const option of query.keys())
    if (!OPTIONS.has(option)) throw new ODataError(400, `The query option ${option} is not supported`);
  const condition = readFilter(resource, query.get("$filter"), behaviours);
  const orderText = query.get("$orderby");
  if (orderText !== null && !behaviours.keyset && resource.name !== "EntityEvent")
    throw new ODataError(400, "$orderby is not supported");
  const top = wholeNumber(query, "$top") ?? Infinity;
  const size = Math.min(maxPageSize ?? behaviours.default_page_size, behaviours.max_page_size);
  return {
    condition,
    order: readOrder(resource, orderText, behaviours),
    top: behaviours.top === "whole" ? top : Infinity,
    pageSize: Math.min(size, Math.min(top, behaviours.max_page_size)) || 1,
    skip: wholeNumber(query, "$skip") ?? 0,
    token: readToken(query.get("$skiptoken"), behaviours, now),
  };
}

function readFilter(resource: Resource, text: string | null, behaviours: Behaviours): Condition | null {
  if (text === null) return null;
  let condition: Condition;
  try {
    condition = parseFilter(text);
  } catch (error) {
    throw new ODataError(
      400,
      `The $filter cannot be read: ${error instanceof Error ? error.message : error}`,
    );
  }
  for (const field of fieldsOf(condition)) requireField(resource, field, behaviours);
  if (countAlternatives(condition) > behaviours.max_or)
    throw new ODataError(400, `At most ${behaviours.max_or} alternatives (or) are allowed in a $filter`);
  if (!behaviours.in_operator && / in *\(/.test(text))
    throw new ODataError(400, "The operator in is not supported");
  if (!behaviours.keyset && fieldsOf(condition).includes(resource.key) && resource.name === "Property")
    throw new ODataError(400, `${resource.key} is not searchable`);
  return condition;
}

function readOrder(resource: Resource, text: string | null, behaviours: Behaviours): Order {
  const order: Order = (text ?? "")
    .split(",")
    .filter((part) => part.trim() !== "")
    .map((part) => {
      const [field = "", direction = "asc"] = part.trim().split(/ +/);
      requireField(resource, field, behaviours);
      return [field, direction === "desc"];
    });
  if (!order.some(([field]) => field === resource.key)) order.push([resource.key, false]);
  return order;
}

function requireField(resource: Resource, field: string, { missing_fields }: Behaviours): void {
  if (!(field in resource.fields) || missing_fields.includes(field))
    throw new ODataError(400, `${resource.name} has no field ${field}`);
}

function wholeNumber(query: URLSearchParams, option: string): number | null {
  const text = query.get(option);
  if (text === null) return null;
  if (!/^\d{1,9}$/.test(text)) throw new ODataError(400, `${option} must be a whole number`);
  return Number(text);
}

function readToken(text: string | null, { next_link_seconds }: Behaviours, now: number): PageToken | null {
  if (text === null) return null;
  let token: PageToken;
  try {
    token = JSON.parse(Buffer.from(text, "base64url").toString());
  } catch {
    throw new ODataError(400, "The $skiptoken is invalid");
  }
  if (next_link_seconds !== null && now - token.issued > next_link_seconds * 1000)
    throw new ODataError(410, "The $skiptoken has expired: begin again");
  return token;
}

/** The index of the first record behind the given values of the order. */
function startAfter(sorted: readonly FeedRecord[], order: Order, after: unknown[] | null): number {
  if (after === null) return 0;
  return firstIndex(sorted, (record) => {
    for (const [nth, [field, descending]] of order.entries()) {
      const found = compare(record[field], after[nth]);
      if (found !== 0) return descending ? found < 0 : found > 0;
    }
    return false;
  });
}

/** Where the list is ordered by a field that must be above a bound, records before it need not be read. */
function startOfTimes(sorted: readonly FeedRecord[], order: Order, condition: Condition | null): number {
  const [first] = order;
  if (!first || first[1] || condition === null) return 0;
  const bound = lowerBound(condition, first[0]);
  return bound === undefined ? 0 : firstIndex(sorted, (record) => compare(record[first[0]], bound) >= 0);
}

/** The lowest value of a field that a condition can hold for; undefined when there is none. */
function lowerBound(condition: Condition, field: string): unknown {
  if ("all" in condition) {
    const bounds = condition.all
      .map((each) => lowerBound(each, field))
      .filter((bound) => bound !== undefined);
    return bounds.sort(compare).at(-1);
  }
  if ("any" in condition) {
    const bounds = condition.any.map((each) => lowerBound(each, field));
    return bounds.includes(undefined) ? undefined : bounds.sort(compare)[0];
  }
  if (!("operator" in condition) || condition.field !== field) return undefined;
  return ["gt", "ge", "eq"].includes(condition.operator) ? condition.value : undefined;
}

function firstIndex(sorted: readonly FeedRecord[], isAtOrBehind: (record: FeedRecord) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isAtOrBehind(sorted[middle] as FeedRecord)) high = middle;
    else low = middle + 1;
  }
  return low;
}
