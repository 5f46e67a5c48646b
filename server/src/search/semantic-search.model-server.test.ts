import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { home, type Market, openMarket } from "../../test/harness/market.ts";
import { type ModelServer, rightReply, startModelServer } from "../../test/harness/model-server.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { indexListings } from "./index.ts";

/** With MODEL_PROVIDER=server: what visitors see of a model server that is there, and of one that is not. */
describe("semanticSearch with a model server", () => {
  let lintel: TestApp;
  let market: Market;
  let model: ModelServer;
  beforeAll(async () => {
    model = await startModelServer();
    lintel = await startTestApp({
      MODEL_PROVIDER: "server",
      MODEL_SERVER_URL: model.url,
      TEXT_MODEL: "words",
      LOG_LEVEL: "silent",
    });
    market = await openMarket(lintel, "served", [
      home({ ListingId: "S-1", PublicRemarks: "A barn for horses." }),
      home({ ListingId: "S-2", PublicRemarks: "Lakefront with a dock." }),
    ]);
    await indexListings(lintel.ctx);
  });
  beforeEach(() => {
    model.reply = rightReply;
  });
  afterAll(async () => {
    await lintel.close();
    await model.close();
  });

  let queries = 0;
  const search = (query = `horses and barn, question ${++queries}`) =>
    lintel.call("/api/search/semantic", { method: "POST", host: market.host, body: { query } });

  it("ranks by the server's vectors", async () => {
    const { status, body } = await search();
    expect([status, body.results[0].listing_id]).toEqual([200, "S-1"]);
    expect(lintel.services.search.vectors.model).toContain("words");
  });

  it("asks the server once for the same words", async () => {
    await search("a dock by the lake");
    const before = model.requests.length;
    expect((await search("a dock by the lake")).status).toBe(200);
    expect(model.requests.length).toBe(before);
  });

  it.each([
    ["answers 500", { status: 500, body: { error: { message: "no" } } }],
    ["does not know the model", { status: 404, body: { error: { message: "model not found" } } }],
    ["answers nonsense", { body: "<html>welcome</html>" }],
    ["breaks off", { body: { data: [] }, cut: true }],
    ["has too much to do", { status: 429, headers: { "retry-after": "60" }, body: {} }],
  ])("is 503 when the server %s, and right again when the server is", async (_, reply) => {
    model.reply = () => reply;
    const { status, body, headers } = await search();
    expect([status, body.detail]).toEqual([503, expect.stringMatching(/^Search service unavailable: \S/)]);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    expect(body.detail).not.toContain(model.url);
    const health = await lintel.call("/health");
    expect([health.status, health.body.checks.model_server]).toEqual([200, "degraded"]);
    model.reply = rightReply;
    await expect.poll(async () => (await search()).status, { timeout: 20_000, interval: 500 }).toBe(200);
    expect((await lintel.call("/health")).body.checks.model_server).toBe("ok");
  });

  it("says so of words that only filter, too", async () => {
    expect((await search("homes in Boise")).body.total).toBe(2);
    model.reply = () => ({ status: 500, body: {} });
    expect((await search("homes in Meridian")).status).toBe(503);
  });
});
