import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome, validationErrors } from "../../test/harness/brokerage-fixture.ts";
import {
  FAVORITES,
  type FavoritesDesk,
  NO_TOKEN,
  openFavoritesDesk,
} from "../../test/harness/favorites-desk.ts";
import { watchStatements } from "../../test/harness/statements.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

const ADA = "ada@visitors.test";
const ids = (count: number, prefix = "L") => Array.from({ length: count }, (_, n) => `${prefix}-${n}`);

describe("syncFavorites", () => {
  let lintel: TestApp;
  let desk: FavoritesDesk;
  let token: string;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    desk = await openFavoritesDesk(lintel, `sync-${++made}`);
    token = await desk.signIn(ADA);
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

  it("answers what is kept and what is sent together, each once", async () => {
    expect(outcome(await desk.sync(token, ["B", "A", "B"]))).toEqual([200, { favorites: ["A", "B"] }]);
    lintel.clock.advance(1000);
    expect((await desk.sync(token, ["C", "A"])).body).toEqual({ favorites: ["C", "A", "B"] });
    expect((await desk.sync(token, [])).body).toEqual({ favorites: ["C", "A", "B"] });
    expect((await desk.list(token)).body).toEqual({ favorites: ["C", "A", "B"] });
  });

  it("keeps ids as they are, whether there is such a listing or not", async () => {
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
    const { body } = await desk.sync(token, odd);
    expect(body.favorites.toSorted()).toEqual(odd.toSorted());
  });

  it("loses nothing of two devices that sync at once", async () => {
    const parts = Array.from({ length: 8 }, (_, n) => ids(20, `device-${n % 4}`));
    const replies = await Promise.all(parts.map((part) => desk.sync(token, part)));
    expect(replies.map(({ status }) => status)).toEqual(parts.map(() => 200));
    for (const [n, { body }] of replies.entries())
      expect(body.favorites).toEqual(expect.arrayContaining(parts[n] as string[]));
    expect((await desk.list(token)).body.favorites).toHaveLength(80);
  });

  it("merges 1,000 ids with one statement, and sends no more of any kind than for one", async () => {
    await desk.makeLead({ email: ADA });
    // All with a key: the harness sends one with every second POST, keeping its reply takes statements, and the first prunes.
    await desk.sync(token, [], { "idempotency-key": "first" });
    const watch = watchStatements(lintel);
    await desk.sync(token, ids(1), { "idempotency-key": "one" });
    const few = watch.sent();
    const { body } = await desk.sync(token, ids(1000), { "idempotency-key": "many" });
    const many = watch.sent();
    watch.close();
    expect(body.favorites).toHaveLength(1000);
    expect(many.filter((text) => text.includes("client_favorites"))).toHaveLength(1);
    expect(many.length).toBe(few.length);
  });

  it("takes 1,000 ids a request, and keeps 5,000 of a client", async () => {
    expect(validationErrors(await desk.sync(token, ids(1001)))).toEqual([
      422,
      [["body.favorites", "favorites must have at most 1000 items"]],
    ]);
    for (let n = 0; n < 5; n++) expect((await desk.sync(token, ids(1000, `batch-${n}`))).status).toBe(200);
    expect((await desk.sync(token, ids(1000, "batch-0"))).body.favorites).toHaveLength(5000);
    expect(validationErrors(await desk.sync(token, ["one-more", "batch-0-1"]))).toEqual([
      422,
      [["body.favorites", "favorites would be more than 5,000 with those that are kept; remove some first"]],
    ]);
    await desk.remove(token, "batch-0-0");
    expect((await desk.sync(token, ["one-more"])).body.favorites).toContain("one-more");
  });

  it("refuses what is no list of ids of 1 to 50 characters, in the field's words", async () => {
    const said = async (favorites: unknown) => validationErrors(await desk.sync(token, favorites));
    expect(await said(["x".repeat(51)])).toEqual([
      422,
      [["body.favorites.0", "favorites.0 must be at most 50 characters"]],
    ]);
    expect(await said(["A", ""])).toEqual([422, [["body.favorites.1", "favorites.1 must not be empty"]]]);
    expect(await said(["A", 7])).toEqual([422, [["body.favorites.1", "favorites.1 must be text"]]]);
    expect(await said([null])).toEqual([422, [["body.favorites.0", "favorites.0 must be text"]]]);
    expect(await said("A")).toEqual([422, [["body.favorites", "favorites must be a list"]]]);
    expect(await said(undefined)).toEqual([422, [["body.favorites", "favorites is required"]]]);
    expect((await desk.sync(token, ["A\u0000"])).status).toBe(422);
    expect((await desk.list(token)).body).toEqual({ favorites: [] });
  });

  it("is a sign of interest of the leads of that email, once for each listing, and of no others", async () => {
    const [lead, again] = [
      await desk.makeLead({ email: ADA }),
      await desk.makeLead({ email: "ADA@visitors.test" }),
    ];
    const other = await openFavoritesDesk(lintel, `sync-${++made}`);
    const nobodys = [
      await desk.makeLead({ email: "bob@visitors.test" }),
      await other.makeLead({ email: ADA }),
    ];
    await desk.sync(token, ["A", "B"]);
    await desk.sync(token, ["B", "C"]);
    await desk.remove(token, "A");
    await desk.sync(token, ["A"]);
    const wanted = ["A", "B", "C"].map((id) => ({ kind: "favorite", origin: `favorite:${id}` }));
    for (const each of [lead, again]) expect(await signals(each)).toEqual(wanted);
    for (const each of nobodys) expect(await signals(each)).toEqual([]);
    expect((await desk.read(lead)).body.temperature.score).toBeGreaterThanOrEqual(24);
  });

  it("is 401 without a good token, before the body is looked at, and keeps nothing", async () => {
    const other = await openFavoritesDesk(lintel, `sync-${++made}`);
    const theirs = await other.signIn(ADA);
    for (const wrong of ["nonsense", theirs]) expect(outcome(await desk.sync(wrong, 7))).toEqual(NO_TOKEN);
    const bare = { method: "POST", host: desk.host, body: { favorites: ["A"] } } as const;
    expect(outcome(await lintel.call(`${FAVORITES}/sync`, bare))).toEqual(NO_TOKEN);
    expect((await desk.list(token)).body).toEqual({ favorites: [] });
  });

  it("refuses who has no token before it looks at what they send", async () => {
    for (const [type, body] of [
      ["application/json", "{"],
      ["application/json", `["${"x".repeat(2_000_000)}"]`],
      ["application/x-www-form-urlencoded", "a=b"],
    ] as const) {
      const reply = await lintel.call(`${FAVORITES}/sync`, {
        method: "POST",
        host: desk.host,
        headers: { "content-type": type },
        body,
      });
      expect([type, ...outcome(reply)]).toEqual([type, ...NO_TOKEN]);
    }
  });
});
