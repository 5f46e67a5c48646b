import type { FeedClient } from "../client/feed-client.ts";
import { FeedError, type FeedErrorCode } from "../client/feed-error.ts";
import type { Metadata } from "../client/metadata.ts";
import { literal, queryOf, TIMESTAMP } from "../client/odata-query.ts";
import type { Feed, Strategy } from "../feed-row.ts";
import type { Paging } from "./cursors.ts";

type Server = {
  client: FeedClient;
  metadata: Metadata;
  filter: string | null;
  /** Some record of Property: then the query is that of the page behind it. */
  record?: Record<string, unknown> | null;
};

export type Choice = { strategy: Strategy; paging: Paging };

/** What says that a server cannot do it, rather than that it cannot do it now. */
const REFUSALS: ReadonlySet<FeedErrorCode> = new Set([
  "strategy_unsupported",
  "forbidden",
  "not_found",
  "unauthorized",
]);

/**
 * The strategies that a server can serve, the best first, by its metadata and by trying.
 *
 * @param isRefused whether an error tells that the server cannot do it.
 * @throws FeedError that is none of those.
 */
export async function strategiesOf(
  server: Server,
  isRefused = ({ code }: FeedError) => REFUSALS.has(code),
): Promise<Strategy[]> {
  const queries: [Strategy, string | null][] = [
    ["entity_event", eventQuery(server)],
    ["timestamp", keysetQuery(server)],
  ];
  const strategies: Strategy[] = [];
  for (const [strategy, query] of queries)
    if (query !== null && (await accepts(server.client, query, isRefused))) strategies.push(strategy);
  return [...strategies, "next_link"];
}

/** The strategy of a feed, and how Property is read where all of it is read. @throws FeedError */
export async function chooseStrategy(
  { strategy, filter }: Pick<Feed, "strategy" | "filter">,
  server: Pick<Server, "client" | "metadata">,
): Promise<Choice> {
  if (strategy === "timestamp" || strategy === "next_link") return { strategy, paging: strategy };
  const can = await strategiesOf({ ...server, filter });
  const paging = can.includes("timestamp") ? "timestamp" : "next_link";
  if (strategy === "auto") return { strategy: can[0] as Strategy, paging };
  if (!can.includes("entity_event"))
    throw new FeedError("strategy_unsupported", { detail: "EntityEvent cannot be read" });
  return { strategy, paging };
}

function eventQuery({ metadata }: Server): string | null {
  if (!metadata.EntityEvent) return null;
  return queryOf("EntityEvent", { orderby: "EntityEventSequence desc", top: 1 });
}

/** The page after a record, in the order of timestamp and key. */
function keysetQuery({ metadata: { Property: type }, record, filter }: Server): string {
  const time = literal(type, TIMESTAMP, String(record?.[TIMESTAMP] ?? "2000-01-01T00:00:00Z"));
  const key = literal(type, "ListingKey", String(record?.ListingKey ?? "0"));
  return queryOf("Property", {
    filter: [filter, `${TIMESTAMP} gt ${time} or (${TIMESTAMP} eq ${time} and ListingKey gt ${key})`],
    orderby: `${TIMESTAMP},ListingKey`,
    select: ["ListingKey", TIMESTAMP],
    top: 1,
  });
}

async function accepts(
  client: FeedClient,
  query: string,
  isRefused: (error: FeedError) => boolean,
): Promise<boolean> {
  try {
    await client.page(client.address(query));
    return true;
  } catch (error) {
    if (error instanceof FeedError && isRefused(error)) return false;
    throw error;
  }
}
