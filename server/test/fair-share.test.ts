import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { enrichImages } from "../src/images/index.ts";
import { rateLimits } from "../src/platform/http/rate-limits/rate-limits.ts";
import { indexListings } from "../src/search/index.ts";
import { slices } from "../src/slices.ts";
import { describedOperations, type Operation } from "./harness/described-operations.ts";
import { home } from "./harness/market.ts";
import { sampleJpeg } from "./harness/sample-photos.ts";
import { startTestApp, type TestApp } from "./harness/test-app.ts";
import { KnownIds } from "./request-fuzz/known-ids.ts";
import { type GeneratedRequest, requestTo } from "./request-fuzz/request-arbitrary.ts";

/** What one address sends to a route at once is more than the route lets by, or as much as this. */
const MAX_REQUESTS_SENT = 150;
const BEYOND_LIMIT = 10;

/** Processor time of this process, all its threads, for each request of an anonymous address. */
const USUAL_MS = 60;
const BUDGETS: Record<string, { ms: number; reason: string }> = {
  getListingBrochure: { ms: 1500, reason: "sets a document and draws its photos, in a thread of its own" },
};

/** A request that costs too much does so each time; on a busy machine any request may once. */
const ATTEMPTS = 3;

/** Routes of the specification's own that answer 503 as their news. */
const NEWS = new Set(["getHealth"]);

const PICTURES = 5;
/** Of the costliest routes every request does the whole work: what is generated is mostly refused before. */
const WHOLE_WORK: Record<string, (nth: number) => Partial<GeneratedRequest>> = {
  getListingBrochure: (nth) => ({
    pathValues: { listing_id: { text: `H-${nth % 5}` } },
    query: [],
    body: null,
  }),
  findSimilarImages: (nth) => ({
    query: [],
    contentType: "application/json",
    body: JSON.stringify({ image_url: `/files/demo/shown-${nth % PICTURES}.jpg`, limit: 100 }),
  }),
  multimodalSearch: (nth) => ({
    query: [],
    contentType: "application/json",
    body: JSON.stringify({
      query: `a house ${nth} with a workshop, no pool`,
      include_images: true,
      limit: 100,
    }),
  }),
};

const routes = slices.flatMap((slice) => slice.routes);

function sentTo({ operationId }: Operation): number {
  const limits = routes.find((route) => route.operationId === operationId)?.limits ?? [];
  const points = limits.map((name) => rateLimits[name].points);
  return Math.min(MAX_REQUESTS_SENT, BEYOND_LIMIT + Math.min(MAX_REQUESTS_SENT, ...points));
}

describe("One anonymous address", () => {
  let lintel: TestApp;
  let host: string;
  let operations: Operation[];
  let known: KnownIds;
  beforeAll(async () => {
    lintel = await startTestApp({ RATE_LIMITS: "on", PUBLIC_API_URL: "https://api.test" });
    ({ host } = await lintel.createTenant("shared"));
    const homes = Array.from({ length: 40 }, (_, nth) =>
      home({
        ListingId: `H-${nth}`,
        PublicRemarks: "A house with a workshop and a view.",
        Latitude: 43.6,
        Longitude: -116.2,
        Media: [{ MediaURL: `/files/demo/home-${nth % PICTURES}.jpg`, MediaKey: `${nth}`, Order: 1 }],
      }),
    );
    for (let nth = 0; nth < PICTURES; nth++) {
      await lintel.services.storage.put(`demo/home-${nth}.jpg`, await sampleJpeg(900, 600, nth));
      await lintel.services.storage.put(`demo/shown-${nth}.jpg`, await sampleJpeg(900, 600, 50 + nth));
    }
    await lintel.importListings("shared", homes);
    await lintel.services.listings.index.catchUp();
    await indexListings(lintel.ctx);
    await enrichImages(lintel.ctx);
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

  it("is judged by budgets and exemptions of routes that there are", () => {
    const names = operations.map(({ operationId }) => operationId);
    expect(names).toEqual(
      expect.arrayContaining([...Object.keys(BUDGETS), ...Object.keys(WHOLE_WORK), ...NEWS]),
    );
  });

  it("is within a budget of processor time on every public route, and no other caller is refused for it", {
    timeout: 600_000,
  }, async () => {
    const over: string[] = [];
    const refused: string[] = [];
    for (const [nth, operation] of operations.entries()) {
      const whole = WHOLE_WORK[operation.operationId];
      const requests = fc
        .sample(requestTo(operation, ["visitor"], [host]), { numRuns: sentTo(operation), seed: nth })
        .map((request, at) => ({ ...request, ...(whole && { ...whole(at), headers: [] }) }));
      const budget = BUDGETS[operation.operationId]?.ms ?? USUAL_MS;
      let least = Infinity;
      for (let attempt = 0; attempt < ATTEMPTS && least > budget; attempt++) {
        const [flooding, calm] = [`198.51.${100 + attempt}.${nth}`, `203.0.${113 + attempt}.${nth}`];
        await send(requests[0] as GeneratedRequest, flooding);
        const before = process.cpuUsage();
        const flood = requests.map((request) => send(request, flooding));
        const other = await send(requests[0] as GeneratedRequest, calm);
        const replies = await Promise.all(flood);
        const used = process.cpuUsage(before);
        if ([429, 503].includes(other.statusCode) && !NEWS.has(operation.operationId)) {
          refused.push(`${operation.operationId}: ${other.statusCode} ${other.body}`);
        }
        if (whole) {
          const statuses = new Set([other, ...replies].map(({ statusCode }) => statusCode));
          statuses.delete(429);
          expect([...statuses], `${operation.operationId}: ${other.body.slice(0, 300)}`).toEqual([200]);
        }
        const answered = 1 + replies.filter(({ statusCode }) => statusCode !== 429).length;
        least = Math.min(least, (used.user + used.system) / 1000 / answered);
      }
      if (least > budget) over.push(`${operation.operationId}: ${least.toFixed(1)} ms of ${budget}`);
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
