import type { FeedClient } from "../client/feed-client.ts";
import { FeedError, type FeedErrorCode } from "../client/feed-error.ts";
import type { Metadata } from "../client/metadata.ts";
import { literal, queryOf, TIMESTAMP } from "../client/odata-query.ts";
import type { Feed, Strategy } from "../feed-row.ts";
import type { Paging } from "./cursors.ts";

type Server = { client: FeedClient; metadata: Metadata };

export type Choice = { strategy: Strategy; paging: Paging };

/** What says that a server cannot do it, rather than that it cannot do it now. */
const REFUSALS: ReadonlySet<FeedErrorCode> = new Set([
  "strategy_unsupported",
  "forbidden",
  "not_found",
  "unauthorized",
]);

/** The strategies that a server can serve, the best first, by its metadata and by trying. @throws FeedError */
export async function strategiesOf(server: Server): Promise<Strategy[]> {
  const strategies: Strategy[] = [];
  if (await canReadEvents(server)) strategies.push("entity_event");
  if (await canPageByTimestamp(server)) strategies.push("timestamp");
  return [...strategies, "next_link"];
}

/** The strategy of a feed, and how Property is read where all of it is read. @throws FeedError */
export async function chooseStrategy(feed: Pick<Feed, "strategy">, server: Server): Promise<Choice> {
  const { strategy } = feed;
  if (strategy === "timestamp" || strategy === "next_link") return { strategy, paging: strategy };
  const can = await strategiesOf(server);
  const paging = can.includes("timestamp") ? "timestamp" : "next_link";
  if (strategy === "auto") return { strategy: can[0] as Strategy, paging };
  if (!can.includes("entity_event"))
    throw new FeedError("strategy_unsupported", { detail: "EntityEvent cannot be read" });
  return { strategy, paging };
}

async function canReadEvents({ client, metadata }: Server): Promise<boolean> {
  if (!metadata.EntityEvent) return false;
  const query = { orderby: "EntityEventSequence desc", top: 1 };
  return accepts(client, client.address(queryOf("EntityEvent", query)));
}

async function canPageByTimestamp({ client, metadata }: Server): Promise<boolean> {
  const time = literal(metadata.Property, TIMESTAMP, "1970-01-01T00:00:00Z");
  const key = literal(metadata.Property, "ListingKey", "0");
  const filter = `${TIMESTAMP} gt ${time} or (${TIMESTAMP} eq ${time} and ListingKey gt ${key})`;
  const orderby = `${TIMESTAMP},ListingKey`;
  const query = { filter: [filter], orderby, select: ["ListingKey", TIMESTAMP], top: 1 };
  return accepts(client, client.address(queryOf("Property", query)));
}

async function accepts(client: FeedClient, address: string): Promise<boolean> {
  try {
    await client.page(address);
    return true;
  } catch (error) {
    if (error instanceof FeedError && REFUSALS.has(error.code)) return false;
    throw error;
  }
}
