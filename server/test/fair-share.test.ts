import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describedOperations, type Operation } from "./harness/described-operations.ts";
import { home } from "./harness/market.ts";
import { startTestApp, type TestApp } from "./harness/test-app.ts";
import { KnownIds } from "./request-fuzz/known-ids.ts";
import { type GeneratedRequest, requestTo } from "./request-fuzz/request-arbitrary.ts";

/** What one address sends to each route at once: more than any queue gives one caller, less than the general limit. */
const FLOOD = 60;

/** Processor time of this process, all its threads, for each request of an anonymous address. */
const USUAL_MS = 60;
const BUDGETS: Record<string, { ms: number; reason: string }> = {
  getListingBrochure: { ms: 1500, reason: "sets a document and draws its photos, in a thread of its own" },
  openApiDocument: { ms: 100, reason: "sends 700 kB" },
};

/** Routes of the specification's own that answer 503 as their news. */
const NEWS = new Set(["health", "getHealth"]);

describe("One anonymous address", () => {
  let lintel: TestApp;
  let host: string;
  let operations: Operation[];
  let known: KnownIds;
  beforeAll(async () => {
    lintel = await startTestApp({ RATE_LIMITS: "on" });
    ({ host } = await lintel.createTenant("shared"));
    const homes = Array.from({ length: 40 }, (_, nth) =>
      home({
        ListingId: `H-${nth}`,
        PublicRemarks: "A house with a workshop and a view.",
        Latitude: 43.6,
        Longitude: -116.2,
      }),
    );
    await lintel.importListings("shared", homes);
    await lintel.services.listingIndex.catchUp();
    operations = (await describedOperations(lintel)).filter(({ security }) => security?.length === 0);
    known = new KnownIds(operations);
    known.add("listing_id", "H-1");
  });
  afterAll(() => lintel.close());

  const send = (request: GeneratedRequest, remoteAddress: string) => {
    const query = new URLSearchParams(request.query).toString();
    return lintel.app.inject({
      method: request.method as "GET",
      url: known.pathOf(request) + (query === "" ? "" : `?${query}`),
      remoteAddress,
      headers: {
        ...Object.fromEntries(request.headers),
        ...(request.contentType !== null && { "content-type": request.contentType }),
        host,
      },
      ...(request.body !== null && { payload: request.body }),
    });
  };

  it("is within a budget of processor time on every public route, and nobody else is refused for it", {
    timeout: 600_000,
  }, async () => {
    const over: string[] = [];
    const refused: string[] = [];
    for (const [nth, operation] of operations.entries()) {
      const requests = fc.sample(requestTo(operation, ["nobody"], [host]), { numRuns: FLOOD, seed: nth });
      await send(requests[0] as GeneratedRequest, `198.51.100.${nth}`);
      const before = process.cpuUsage();
      const flood = requests.map((request) => send(request, `198.51.100.${nth}`));
      const other = await send(requests[0] as GeneratedRequest, `203.0.113.${nth}`);
      const replies = await Promise.all(flood);
      const used = process.cpuUsage(before);
      if ([429, 503].includes(other.statusCode) && !NEWS.has(operation.operationId)) {
        refused.push(`${operation.operationId}: ${other.statusCode} ${other.body}`);
      }
      const answered = 1 + replies.filter(({ statusCode }) => statusCode !== 429).length;
      const each = (used.user + used.system) / 1000 / answered;
      const budget = BUDGETS[operation.operationId]?.ms ?? USUAL_MS;
      if (each > budget) over.push(`${operation.operationId}: ${each.toFixed(1)} ms of ${budget}`);
    }
    expect(operations.length).toBeGreaterThan(30);
    expect(over).toEqual([]);
    expect(refused).toEqual([]);
  });

  it("cannot take the searches' places from others: each has turns of their own", async () => {
    const search = (remoteAddress: string, query: string) =>
      lintel.app.inject({
        method: "POST",
        url: "/api/search/semantic",
        remoteAddress,
        headers: { host },
        payload: { query },
      });
    const flood = Array.from({ length: 200 }, (_, nth) => search("192.0.2.1", `house ${nth} with a view`));
    const other = await search("192.0.2.2", "house with a workshop");
    expect(other.statusCode, other.body).toBe(200);
    const left = lintel.services.searches.waiting;
    const statuses = (await Promise.all(flood)).map(({ statusCode }) => statusCode);
    // Who came last was answered while most of the flood still waited.
    expect(left).toBeGreaterThan(20);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    // 108 at once (8 run, 100 wait), and 120 a minute at most.
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(120);
  });
});
