import { isIP } from "node:net";
import type { Context } from "../../platform/context.ts";
import { OutboundError } from "../../platform/outbound/outbound-error.ts";
import { FeedClient, type Page } from "../client/feed-client.ts";
import { FeedError } from "../client/feed-error.ts";
import { type Metadata, readMetadata } from "../client/metadata.ts";
import { networkFailure } from "../client/network-failure.ts";
import { queryOf } from "../client/odata-query.ts";
import type { RequestBudget } from "../client/request-budget.ts";
import type { Feed, FeedConnection, Strategy } from "../feed-row.ts";
import { strategiesOf } from "../sync/choose-strategy.ts";
import { describeFields } from "./describe-fields.ts";
import type { FeedTrial } from "./trial.schemas.ts";
import { withShortWaits } from "./trial-budget.ts";
import { type OnTrialStep, TrialSteps } from "./trial-steps.ts";
import { readPhoto, somePhoto } from "./try-media.ts";

/** What a trial needs of a feed. */
export type TrialFeed = FeedConnection & Pick<Feed, "media" | "filter" | "pageSize">;

type TrialContext = Pick<Context, "outbound" | "clock" | "signal">;

/** Someone waits for the result: a server that hangs is not waited for as long as in a run. */
const TRIAL_LIMITS = { tries: 1, waits: false, idleMs: 10_000, deadlineMs: 30_000 };
const MAX_RECORDS = 100;
/** Of a reply whose content does not matter. */
const PROBE_BYTES = 1000;
const PROBE = { kind: "probe", expected: 0, most: PROBE_BYTES } as const;

/**
 * Tries a feed step by step, and stores nothing. A step that fails ends it: `ok` of the later ones is null (feeds.md: D10).
 *
 * @param given the budget of its server: all requests of the trial are within it.
 * @param onStep called with each step as soon as it has ended.
 * @throws AppError 503 when the server stops.
 */
export async function runTrial(
  ctx: TrialContext,
  feed: TrialFeed,
  given: RequestBudget,
  onStep: OnTrialStep,
): Promise<FeedTrial> {
  const budget = withShortWaits(given);
  const client = new FeedClient({
    outbound: ctx.outbound,
    clock: ctx.clock,
    signal: ctx.signal,
    connection: feed,
    budget,
    options: TRIAL_LIMITS,
  });
  const steps = new TrialSteps((message) => client.masked(message), onStep);
  const found = (await connect(ctx, feed, { steps, client, budget }))
    ? await read(feed, { steps, client })
    : null;
  if (found) await tryMedia(ctx, feed, { steps, client, ...found });
  const count = found?.page.count;
  return {
    ok: steps.list.every(({ ok }) => ok !== false),
    steps: steps.list,
    resources: Object.keys(found?.metadata ?? {}).map((name) =>
      name === "Property" && count != null ? { name, count } : { name },
    ),
    fields: found ? describeFields(found.metadata.Property, found.page.records) : [],
    strategies: found?.strategies ?? [],
  };
}

type Tools = { steps: TrialSteps; client: FeedClient };
type Connecting = Tools & { budget: RequestBudget };
type Found = { metadata: Metadata; page: Page; strategies: Strategy[] };

/** dns, tls, and token where it is issued by another server. */
async function connect(
  ctx: TrialContext,
  feed: TrialFeed,
  { steps, client, budget }: Connecting,
): Promise<boolean> {
  const { hostname, protocol } = new URL(feed.baseUrl);
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  if (isIP(host) !== 0) steps.skip("dns", "Not needed: base_url has no host name");
  else if (!(await steps.take("dns", () => lookUp(ctx, host)))) return false;

  if (protocol === "http:") steps.skip("tls", "Not needed: base_url is http");
  else if (!(await steps.take("tls", () => probe(ctx, feed.baseUrl, budget)))) return false;

  if (feed.auth.type === "bearer") return true;
  return steps.take("token", async () => {
    await client.authorize();
    return "The token server has issued a token";
  });
}

async function lookUp({ outbound }: TrialContext, host: string): Promise<string> {
  try {
    const { length } = await outbound.addressesOf(host);
    return `${host} has ${length} ${length === 1 ? "address" : "addresses"}`;
  } catch (error) {
    throw error instanceof OutboundError ? networkFailure(error, 0) : error;
  }
}

/** Any reply shows that a connection with a valid certificate is possible. It is sent no credentials. */
async function probe(
  { outbound, signal }: TrialContext,
  url: string,
  budget: RequestBudget,
): Promise<string> {
  const turn = await budget.take(PROBE, signal);
  let received = 0;
  try {
    await outbound.send({
      url,
      signal,
      maxBytes: PROBE_BYTES,
      received: (bytes) => {
        received += bytes;
      },
    });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    if (received === 0 && error.reason !== "too_large") throw networkFailure(error, 0);
  } finally {
    await turn.received(received);
  }
  return "The certificate is valid";
}

/** metadata, and page with the queries of each strategy; null when one of them fails. */
async function read(feed: TrialFeed, { steps, client }: Tools): Promise<Found | null> {
  const found: Partial<Found> = {};
  const hasMetadata = await steps.take("metadata", async () => {
    found.metadata = readMetadata(await client.metadata());
    const names = Object.keys(found.metadata);
    if (!found.metadata.Property)
      throw new FeedError("not_found", { detail: "$metadata has no resource Property" });
    return `The server has ${names.join(", ")}`;
  });
  const { metadata } = found;
  if (!hasMetadata || !metadata) return null;
  const hasPage = await steps.take("page", async () => {
    found.page = await firstPage(client, feed, metadata);
    found.strategies = await strategiesBy(client, feed, { metadata, page: found.page });
    const { records, count } = found.page;
    return `${records.length} records${count === null ? "" : ` of ${count.toLocaleString("en")}`}`;
  });
  if (steps.resultOf("token") === null) steps.pass("token", "The server accepts the token");
  const { page, strategies } = found;
  return hasPage && page && strategies ? { metadata, page, strategies } : null;
}

/** @throws FeedError rate_limited: then it is not known which strategies the server can serve. */
async function strategiesBy(
  client: FeedClient,
  { filter }: TrialFeed,
  { metadata, page }: Omit<Found, "strategies">,
): Promise<Strategy[]> {
  const record = page.records[0] ?? null;
  return strategiesOf({ client, metadata, filter, record }, ({ code }) => code !== "rate_limited");
}

/** Not all servers count. */
async function firstPage(client: FeedClient, feed: TrialFeed, metadata: Metadata): Promise<Page> {
  const expands = feed.media === "expand" && metadata.Property?.expands.includes("Media");
  const options = {
    filter: [feed.filter],
    expand: expands ? "Media" : null,
    top: Math.min(feed.pageSize ?? MAX_RECORDS, MAX_RECORDS),
  };
  const page = (count: boolean) => client.page(client.address(queryOf("Property", { ...options, count })));
  return page(true).catch((error: unknown) => {
    if (error instanceof FeedError && error.code === "strategy_unsupported") return page(false);
    throw error;
  });
}

async function tryMedia(
  ctx: TrialContext,
  { media }: TrialFeed,
  { steps, client, metadata, page }: Tools & Found,
) {
  if (media === "none") return steps.skip("media", "Not needed: media is none");
  let url: string | null = null;
  await steps.take("media", async () => {
    url = await somePhoto(client, metadata, { records: page.records, media });
    return url === null ? "" : readPhoto(ctx, url, client);
  });
  if (url === null && steps.resultOf("media")) {
    steps.skip("media", "No listing of the page has photos with an address");
  }
}
