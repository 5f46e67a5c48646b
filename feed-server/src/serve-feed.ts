import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { Access } from "./access.ts";
import { answerOData } from "./answer-odata.ts";
import { type Behaviours, defaultBehaviours, retryAfter } from "./behaviours.ts";
import { type Change, Changes } from "./changes.ts";
import { failOnPurpose } from "./fail-on-purpose.ts";
import type { FeedServer } from "./feed-server.ts";
import { Market } from "./market.ts";
import { Media } from "./media.ts";
import { ODataError } from "./odata/odata-error.ts";
import { RequestLog } from "./request-log.ts";

export type { FeedServer };

/** Starts the server on loopback. Its market is empty. `now`: its clock, for tests in which time passes faster. */
export async function serveFeed({
  port = 0,
  behaviours = {} as Partial<Behaviours>,
  now = () => Date.now(),
} = {}): Promise<FeedServer> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(port, "127.0.0.1", listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const market = new Market();
  const feed: FeedServer = {
    origin,
    baseUrl: `${origin}/odata`,
    market,
    behaviours: { ...structuredClone(defaultBehaviours), ...behaviours },
    changes: new Changes(market),
    access: new Access(),
    log: new RequestLog(),
    now,
    close: () => close(server),
  };
  const media = new Media();
  server.on("request", (request, response) => void answer(feed, media, request, response));
  return feed;
}

async function answer(feed: FeedServer, media: Media, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? "/", feed.origin);
  // Logged before it is answered: a request that gets no reply counts too.
  const logged = {
    at: feed.now(),
    path: url.pathname + url.search,
    status: 0,
    bytes: 0,
    userAgent: String(request.headers["user-agent"] ?? ""),
  };
  if (!url.pathname.startsWith("/control/")) feed.log.add(logged);
  const send = (status: number, body: string | Buffer, shared: Record<string, string> = {}) => {
    // A copy, because many replies share theirs, and only some are compressed.
    const headers = { ...shared };
    const bytes = compressed(Buffer.from(body), request, headers);
    Object.assign(logged, { status, bytes: bytes.length });
    response.writeHead(status, { ...headers, "Content-Length": bytes.length }).end(bytes);
  };
  try {
    if (url.pathname.startsWith("/control/")) return send(200, await control(feed, url, request), JSON_TYPE);
    if (feed.behaviours.down) return response.destroy();
    if (url.pathname === "/oauth/token") return send(200, await issueToken(feed, request), JSON_TYPE);
    refuseTooMany(feed);
    if (url.pathname.startsWith("/media/")) {
      const refusal = feed.behaviours.refuse_next_media.shift();
      if (refusal)
        throw new ODataError(
          refusal,
          "Refused",
          refusal === 429 ? retryAfter(feed.behaviours, feed.now()) : {},
        );
      const photo = await media.read(url, feed.behaviours, feed.now());
      return typeof photo === "number" ? send(photo, "") : send(200, photo, { "Content-Type": "image/webp" });
    }
    feed.access.check(request.headers.authorization, feed.now());
    if (failOnPurpose(feed.behaviours.fail_next.shift(), feed, response)) return;
    refuseUncompressed(feed.behaviours, request);
    const { body, headers } = answerOData(feed, media, url, request.headers);
    send(200, body, headers);
  } catch (error) {
    if (error instanceof ODataError)
      return send(error.status, error.body, { ...JSON_TYPE, ...error.headers });
    send(400, JSON.stringify({ error: { code: "400", message: String(error) } }), JSON_TYPE);
  }
}

const JSON_TYPE = { "Content-Type": "application/json" };

function compressed(bytes: Buffer, { headers }: IncomingMessage, reply: Record<string, string>): Buffer {
  if (!String(headers["accept-encoding"] ?? "").includes("gzip") || reply["Content-Type"] === "image/webp")
    return bytes;
  reply["Content-Encoding"] = "gzip";
  return gzipSync(bytes, { level: 1 });
}

async function issueToken(feed: FeedServer, request: IncomingMessage): Promise<string> {
  const form = new URLSearchParams(await text(request));
  const { token_seconds } = feed.behaviours;
  return JSON.stringify(feed.access.issue(form, request.headers.authorization, token_seconds, feed.now()));
}

function refuseTooMany(feed: FeedServer): void {
  if (feed.log.isWithin(feed.behaviours.requests_per_second, feed.now())) return;
  throw new ODataError(429, "Too many requests", retryAfter(feed.behaviours, feed.now()));
}

function refuseUncompressed({ gzip_required }: Behaviours, { headers }: IncomingMessage): void {
  if (gzip_required && !String(headers["accept-encoding"] ?? "").includes("gzip"))
    throw new ODataError(400, "Requests must accept gzip");
}

/** What is changed while the server runs: behaviours, listings, tokens; and what it was asked. */
async function control(feed: FeedServer, url: URL, request: IncomingMessage): Promise<string> {
  const body = request.method === "GET" ? "" : await text(request);
  switch (`${request.method} ${url.pathname}`) {
    case "GET /control/behaviours":
      return JSON.stringify(feed.behaviours);
    case "PUT /control/behaviours":
      Object.assign(feed.behaviours, JSON.parse(body));
      return JSON.stringify(feed.behaviours);
    case "POST /control/changes":
      for (const change of [JSON.parse(body)].flat() as Change[]) feed.changes.apply(change, feed.now());
      return JSON.stringify({ listings: feed.market.size("Property") });
    case "POST /control/expire-tokens":
      feed.access.expireAll();
      return "{}";
    case "GET /control/requests":
      return JSON.stringify(feed.log.since(Number(url.searchParams.get("since") ?? 0)));
  }
  throw new ODataError(404, "There is no such control: see feed-server/README.md");
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}
