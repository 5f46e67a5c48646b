import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome, validationErrors } from "../../test/harness/brokerage-fixture.ts";
import {
  FAVORITES,
  type FavoritesFixture,
  INVALID_TOKEN_REPLY,
  openFavorites,
} from "../../test/harness/favorites-fixture.ts";
import { watchStatements } from "../../test/harness/statements.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

const ADA = "ada@visitors.test";
const ids = (count: number, prefix = "L") => Array.from({ length: count }, (_, n) => `${prefix}-${n}`);

describe("syncFavorites", () => {
  let lintel: TestApp;
  let brokerage: FavoritesFixture;
  let token: string;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openFavorites(lintel, `sync-${++made}`);
    token = await brokerage.signIn(ADA);
  });

  const signals = async (lead: number) =>
    (
      await lintel.database.db
        .selectFrom("lead_signals")
        .select(["kind", "origin"])
        .where("lead_id", "=", lead)
        .orderBy("origin")
        .execute()
    ).filter(({ kind }) => kind === "favorite");

  it("returns stored and sent favorites merged, each once", async () => {
    expect(outcome(await brokerage.sync(token, ["B", "A", "B"]))).toEqual([200, { favorites: ["A", "B"] }]);
    lintel.clock.advance(1000);
    expect((await brokerage.sync(token, ["C", "A"])).body).toEqual({ favorites: ["C", "A", "B"] });
    expect((await brokerage.sync(token, [])).body).toEqual({ favorites: ["C", "A", "B"] });
    expect((await brokerage.list(token)).body).toEqual({ favorites: ["C", "A", "B"] });
  });

  it("stores ids unchanged, whether the listing exists or not", async () => {
    const odd = [
      "no such listing",
      "a/b?c#d",
      "ä".repeat(50),
      "'; drop table clients; --",
      "A",
      "a",
      "{}",
      "null",
    ];
    const { body } = await brokerage.sync(token, odd);
    expect(body.favorites.toSorted()).toEqual(odd.toSorted());
  });

  it("keeps all favorites of two devices that sync concurrently", async () => {
    const parts = Array.from({ length: 8 }, (_, n) => ids(20, `device-${n % 4}`));
    const replies = await Promise.all(parts.map((part) => brokerage.sync(token, part)));
    expect(replies.map(({ status }) => status)).toEqual(parts.map(() => 200));
    for (const [n, { body }] of replies.entries())
      expect(body.favorites).toEqual(expect.arrayContaining(parts[n] as string[]));
    expect((await brokerage.list(token)).body.favorites).toHaveLength(80);
  });

  it("merges 1,000 ids with one statement, and needs no more statements than for one id", async () => {
    await brokerage.makeLead({ email: ADA });
    // All with a key: the harness sends one with every second POST, keeping its reply takes statements, and the first prunes.
    await brokerage.sync(token, [], { "idempotency-key": "first" });
    const watch = watchStatements(lintel);
    await brokerage.sync(token, ids(1), { "idempotency-key": "one" });
    const few = watch.sent();
    const { body } = await brokerage.sync(token, ids(1000), { "idempotency-key": "many" });
    const many = watch.sent();
    watch.close();
    expect(body.favorites).toHaveLength(1000);
    expect(many.filter((text) => text.includes("client_favorites"))).toHaveLength(1);
    expect(many.length).toBe(few.length);
  });

  it("accepts 1,000 ids per request, and stores 5,000 per client", async () => {
    expect(validationErrors(await brokerage.sync(token, ids(1001)))).toEqual([
      422,
      [["body.favorites", "favorites must have at most 1000 items"]],
    ]);
    for (let n = 0; n < 5; n++)
      expect((await brokerage.sync(token, ids(1000, `batch-${n}`))).status).toBe(200);
    expect((await brokerage.sync(token, ids(1000, "batch-0"))).body.favorites).toHaveLength(5000);
    expect(validationErrors(await brokerage.sync(token, ["one-more", "batch-0-1"]))).toEqual([
      422,
      [["body.favorites", "favorites would be more than 5,000 with those that are kept; remove some first"]],
    ]);
    await brokerage.remove(token, "batch-0-0");
    expect((await brokerage.sync(token, ["one-more"])).body.favorites).toContain("one-more");
  });

  it("refuses anything but a list of ids of 1 to 50 characters, and names the field", async () => {
    const result = async (favorites: unknown) => validationErrors(await brokerage.sync(token, favorites));
    expect(await result(["x".repeat(51)])).toEqual([
      422,
      [["body.favorites.0", "favorites.0 must be at most 50 characters"]],
    ]);
    expect(await result(["A", ""])).toEqual([422, [["body.favorites.1", "favorites.1 must not be empty"]]]);
    expect(await result(["A", 7])).toEqual([422, [["body.favorites.1", "favorites.1 must be text"]]]);
    expect(await result([null])).toEqual([422, [["body.favorites.0", "favorites.0 must be text"]]]);
    expect(await result("A")).toEqual([422, [["body.favorites", "favorites must be a list"]]]);
    expect(await result(undefined)).toEqual([422, [["body.favorites", "favorites is required"]]]);
    expect((await brokerage.sync(token, ["A\u0000"])).status).toBe(422);
    expect((await brokerage.list(token)).body).toEqual({ favorites: [] });
  });

  it("is a signal for the leads with that email, once per listing, and for no others", async () => {
    const [lead, again] = [
      await brokerage.makeLead({ email: ADA }),
      await brokerage.makeLead({ email: "ADA@visitors.test" }),
    ];
    const other = await openFavorites(lintel, `sync-${++made}`);
    const otherLeads = [
      await brokerage.makeLead({ email: "bob@visitors.test" }),
      await other.makeLead({ email: ADA }),
    ];
    await brokerage.sync(token, ["A", "B"]);
    await brokerage.sync(token, ["B", "C"]);
    await brokerage.remove(token, "A");
    await brokerage.sync(token, ["A"]);
    const wanted = ["A", "B", "C"].map((id) => ({ kind: "favorite", origin: `favorite:${id}` }));
    for (const each of [lead, again]) expect(await signals(each)).toEqual(wanted);
    for (const each of otherLeads) expect(await signals(each)).toEqual([]);
    expect((await brokerage.read(lead)).body.temperature.score).toBeGreaterThanOrEqual(24);
  });

  it("is 401 without a valid token, before the body is read, and stores nothing", async () => {
    const other = await openFavorites(lintel, `sync-${++made}`);
    const foreign = await other.signIn(ADA);
    for (const wrong of ["nonsense", foreign])
      expect(outcome(await brokerage.sync(wrong, 7))).toEqual(INVALID_TOKEN_REPLY);
    const bare = { method: "POST", host: brokerage.host, body: { favorites: ["A"] } } as const;
    expect(outcome(await lintel.call(`${FAVORITES}/sync`, bare))).toEqual(INVALID_TOKEN_REPLY);
    expect((await brokerage.list(token)).body).toEqual({ favorites: [] });
  });

  it("checks the token before it reads the body", async () => {
    for (const [type, body] of [
      ["application/json", "{"],
      ["application/json", `["${"x".repeat(2_000_000)}"]`],
      ["application/x-www-form-urlencoded", "a=b"],
    ] as const) {
      const reply = await lintel.call(`${FAVORITES}/sync`, {
        method: "POST",
        host: brokerage.host,
        headers: { "content-type": type },
        body,
      });
      expect([type, ...outcome(reply)]).toEqual([type, ...INVALID_TOKEN_REPLY]);
    }
  });
});
