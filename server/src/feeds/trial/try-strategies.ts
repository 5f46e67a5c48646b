import type { FeedClient } from "../client/feed-client.ts";
import { FeedError } from "../client/feed-error.ts";
import type { Metadata } from "../client/metadata.ts";
import { literal, queryOf, TIMESTAMP } from "../client/odata-query.ts";
import type { Strategy } from "../feed-row.ts";

type Tried = {
  client: FeedClient;
  metadata: Metadata;
  /** Some record of Property; null when the server offers none. */
  record: Record<string, unknown> | null;
  filter: string | null;
};

/** The strategies that the server understands, best first, by trial of a query of each. */
export async function tryStrategies(tried: Tried): Promise<Strategy[]> {
  const { client } = tried;
  const queries: [Strategy, string | null][] = [
    ["entity_event", eventQuery(tried)],
    ["timestamp", keysetQuery(tried)],
  ];
  const understood: Strategy[] = [];
  for (const [strategy, query] of queries) {
    if (query !== null && (await isUnderstood(client, query))) understood.push(strategy);
  }
  return [...understood, "next_link"];
}

function eventQuery({ metadata }: Tried): string | null {
  if (!metadata.EntityEvent) return null;
  return queryOf("EntityEvent", { orderby: "EntityEventSequence desc", top: 1 });
}

/** The page after a record, in the order of timestamp and key. */
function keysetQuery({ metadata: { Property: type }, record, filter }: Tried): string | null {
  const timestamp = String(record?.[TIMESTAMP] ?? "2000-01-01T00:00:00Z");
  const key = literal(type, "ListingKey", String(record?.ListingKey ?? "0"));
  const at = literal(type, TIMESTAMP, timestamp);
  const after = `${TIMESTAMP} gt ${at} or (${TIMESTAMP} eq ${at} and ListingKey gt ${key})`;
  return queryOf("Property", {
    filter: [filter, after],
    orderby: `${TIMESTAMP},ListingKey`,
    select: ["ListingKey", TIMESTAMP],
    top: 1,
  });
}

async function isUnderstood(client: FeedClient, query: string): Promise<boolean> {
  try {
    await client.page(client.address(query));
    return true;
  } catch (error) {
    if (error instanceof FeedError) return false;
    throw error;
  }
}
