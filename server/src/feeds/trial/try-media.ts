import { MAX_PHOTO_REDIRECTS } from "../../photos/index.ts";
import type { Outbound, OutboundReply } from "../../platform/outbound/outbound.ts";
import { OutboundError } from "../../platform/outbound/outbound-error.ts";
import { redirectOf } from "../../platform/outbound/redirect-of.ts";
import type { FeedClient } from "../client/feed-client.ts";
import { FeedError } from "../client/feed-error.ts";
import type { Metadata } from "../client/metadata.ts";
import { networkFailure } from "../client/network-failure.ts";
import { literal, queryOf } from "../client/odata-query.ts";

type MediaRecord = { MediaURL?: unknown };

/** A larger photo is not needed to see that photos can be read. */
const MAX_BYTES = 32 * 1_048_576;
/** Some feeds have listings without photos: this many are looked at where each costs a request. */
const LISTINGS = 3;

/** The address of some photo of a page's listings; null when they have none. @throws FeedError */
export async function somePhoto(
  client: FeedClient,
  metadata: Metadata,
  { records, media }: { records: Record<string, unknown>[]; media: "expand" | "resource" },
): Promise<string | null> {
  if (media === "expand")
    return firstAddress(records.flatMap(({ Media }) => (Array.isArray(Media) ? Media : [])));
  for (const { ListingKey } of records.slice(0, LISTINGS)) {
    const key = literal(metadata.Media, "ResourceRecordKey", String(ListingKey));
    const query = queryOf("Media", { filter: [`ResourceRecordKey eq ${key}`], top: 10 });
    const found = firstAddress((await client.page(client.address(query))).records);
    if (found !== null) return found;
  }
  return null;
}

/** Reads a photo as the copies do: without the credentials. @throws FeedError */
export async function readPhoto(
  { outbound, signal }: { outbound: Outbound; signal: AbortSignal },
  url: string,
  client: FeedClient,
): Promise<string> {
  let reply = await request({ outbound, signal }, url, client);
  for (let redirects = 0, next: string | null = url; redirects < MAX_PHOTO_REDIRECTS; redirects++) {
    next = redirectOf(next, reply);
    if (next === null) break;
    reply = await request({ outbound, signal }, next, client);
  }
  const { status, headers: replied, received } = reply;
  const host = new URL(url).host;
  if (status !== 200) {
    throw new FeedError(status === 404 || status === 410 ? "not_found" : "forbidden", {
      detail: `A photo at ${host} is answered by ${status}`,
      status,
    });
  }
  const type = String(replied["content-type"] ?? "").split(";")[0];
  return `A photo at ${host} has ${received.toLocaleString("en")} bytes${type ? ` of ${type}` : ""}`;
}

/** One request, within the budget. */
async function request(
  { outbound, signal }: { outbound: Outbound; signal: AbortSignal },
  url: string,
  client: FeedClient,
): Promise<OutboundReply & { received: number }> {
  const { turn, headers } = await client.mediaTurn({ expected: 0, most: MAX_BYTES });
  let received = 0;
  const count = (bytes: number) => {
    received += bytes;
  };
  try {
    const reply = await outbound.send({ url, headers, maxBytes: turn.maxBytes, signal, received: count });
    return { ...reply, received };
  } catch (error) {
    throw error instanceof OutboundError ? networkFailure(error, received) : error;
  } finally {
    await turn.received(received);
  }
}

function firstAddress(media: MediaRecord[]): string | null {
  const found = media.find(({ MediaURL }) => typeof MediaURL === "string" && URL.canParse(MediaURL));
  return found ? (found.MediaURL as string) : null;
}
