import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { home, type Market, openMarket } from "../../test/harness/market.ts";
import { type ModelServer, rightReply, startModelServer } from "../../test/harness/model-server.ts";
import { openSecondProcess, type SecondProcess } from "../../test/harness/second-process.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { indexListings } from "./index.ts";

const LISTINGS = 250;

describe("indexListings, in two processes", () => {
  let lintel: TestApp;
  let second: SecondProcess;
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
    second = await openSecondProcess(lintel);
    market = await openMarket(lintel, "at-once", []);
  });
  beforeEach(() => {
    model.requests.length = 0;
    model.reply = async (request) => ({ ...(await rightReply(request)), afterMs: 10 });
  });
  afterAll(async () => {
    await second.close();
    await lintel.close();
    await lintel.services.models.close();
    await model.close();
  });

  const list = (word: string, count: number) =>
    market.import(
      Array.from({ length: count }, (_, n) =>
        home({ ListingId: `${word}-${n}`, PublicRemarks: `A ${word} of number${n} by the brook.` }),
      ),
    );
  /** Of how many listings the remarks were sent to the model, and how often at most. */
  const requestsWith = (word: string) => {
    const texts = model.requests.flatMap(({ body }) => body.input as string[]);
    const about = texts.filter((text) => text.includes(`A ${word} of`));
    const times = new Map<string, number>();
    for (const text of about) times.set(text, (times.get(text) ?? 0) + 1);
    return { listings: times.size, times: Math.max(...times.values()) };
  };
  const vectors = async (word: string) => {
    const { rows } = await sql<{ count: number; revision: number }>`
      select count(*)::float8 as count, max(listing_vectors.revision) as revision
      from listing_vectors
      join listings on listings.id = listing_vectors.listing_id
      where listings.listing_id like ${`${word}-%`}`.execute(lintel.database.db);
    return rows[0] as { count: number; revision: number };
  };

  it("asks the model about each document once, however the runs overlap", async () => {
    await list("tower", LISTINGS);
    await Promise.all([indexListings(lintel.ctx), indexListings(second.ctx), indexListings(lintel.ctx)]);
    expect(requestsWith("tower")).toEqual({ listings: LISTINGS, times: 1 });
    expect((await vectors("tower")).count).toBe(LISTINGS);
    model.requests.length = 0;
    await Promise.all([indexListings(lintel.ctx), indexListings(second.ctx)]);
    expect(model.requests).toEqual([]);
  });

  it("stores nothing of a worker whose lease has passed to another one", async () => {
    await list("mill", 20);
    const gate = Promise.withResolvers<void>();
    let held = 0;
    model.reply = async (request) => {
      if (held++ < 1) await gate.promise;
      return rightReply(request);
    };
    const stale = indexListings(second.ctx).catch((error: Error) => error.message);
    await vi.waitFor(() => expect(held).toBe(1), 20_000);
    // As when its process had been frozen for longer than its lease.
    await sql`update leases set held_until = now() - interval '1 minute'`.execute(lintel.database.db);
    await indexListings(lintel.ctx);
    const stored = await vectors("mill");
    expect(stored.count).toBe(20);
    gate.resolve();
    expect(await stale).toMatch(/^Another worker has taken over/);
    expect(await vectors("mill")).toEqual(stored);
    // The batch whose answer was on its way, and no other.
    expect(requestsWith("mill")).toEqual({ listings: 20, times: 2 });
  });
});
