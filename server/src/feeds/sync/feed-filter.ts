import type { Metadata } from "../client/metadata.ts";
import { fieldsIn, type Resource } from "../client/odata-query.ts";
import type { Feed } from "../feed-row.ts";

/** The configured filter, where the resource has its fields (D15). It was written for Property, which gets it in any case. */
export function filterFor(
  { feed, metadata }: { feed: Pick<Feed, "filter">; metadata: Metadata },
  resource: Exclude<Resource, "EntityEvent">,
): string | null {
  if (feed.filter === null || resource === "Property") return feed.filter;
  const fields = metadata[resource]?.fields ?? {};
  return fieldsIn(feed.filter).every((field) => field in fields) ? feed.filter : null;
}
