import { fieldsIn } from "../client/odata-query.ts";
import type { ListedResource } from "./page-query.ts";
import type { Sync } from "./sync.ts";

/** The configured filter, where the resource has its fields (D15). It was written for Property, which gets it in any case. */
export function filterFor({ feed, metadata }: Pick<Sync, "feed" | "metadata">, resource: ListedResource) {
  if (feed.filter === null || resource === "Property") return feed.filter;
  const fields = metadata[resource]?.fields ?? {};
  return fieldsIn(feed.filter).every((field) => field in fields) ? feed.filter : null;
}
