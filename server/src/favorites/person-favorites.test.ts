import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rowsContaining } from "../../test/harness/all-rows.ts";
import { outcome } from "../../test/harness/brokerage-fixture.ts";
import {
  type FavoritesFixture,
  INVALID_TOKEN_REPLY,
  openFavorites,
} from "../../test/harness/favorites-fixture.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { lockPerson } from "../leads/index.ts";
import { inTransaction } from "../platform/database/database.ts";
import { erasePerson } from "../privacy/erase-person.ts";
import { countPersonalData, hasPersonalData, recordsOf } from "../privacy/personal-data.ts";
import { pruneMagicLinks } from "./links/magic-links.ts";

const ADA = "ada@visitors.test";

/** A person's favorites, as an export reads them out and an erasure removes them. */
describe("a client's personal data", () => {
  let lintel: TestApp;
  let brokerage: FavoritesFixture;
  let token: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openFavorites(lintel, "north");
    token = await brokerage.signIn(ADA);
    await brokerage.sync(token, ["A"]);
    lintel.clock.advance(1000);
    await brokerage.sync(token, ["C", "B"]);
    await brokerage.requestLink("ADA@visitors.test");
    const bob = await brokerage.signIn("bob@visitors.test");
    await brokerage.sync(bob, ["D"]);
  });
  afterAll(() => lintel.close());

  const ada = () => ({ brokerageId: brokerage.id, email: "Ada@Visitors.test" });
  async function read(name: "clients" | "favorites" | "magic_links"): Promise<object[]> {
    const records: object[] = [];
    for await (const record of recordsOf(lintel.ctx, ada(), name)) records.push(record);
    return records;
  }

  it("are exported: favorites, and the links of the last day without their tokens", async () => {
    const [then, now] = [new Date("2026-06-15T12:00:00Z"), lintel.clock.now()];
    expect(await read("clients")).toEqual([{ email: ADA, created_at: then, vow_terms: [] }]);
    expect(await read("favorites")).toEqual([
      { listing_id: "A", created_at: then },
      { listing_id: "B", created_at: now },
      { listing_id: "C", created_at: now },
    ]);
    const ending = (moment: Date) => new Date(moment.getTime() + 15 * 60_000);
    expect(await read("magic_links")).toEqual([
      { email: ADA, created_at: then, expires_at: ending(then), used_at: then },
      { email: "ADA@visitors.test", created_at: now, expires_at: ending(now), used_at: null },
    ]);
    expect(await countPersonalData(lintel.ctx, ada())).toMatchObject({
      clients: 1,
      favorites: 3,
      magic_links: 2,
    });
  });

  it("are found when only the client record is left", async () => {
    await brokerage.signIn("eve@visitors.test");
    lintel.clock.advance(25 * 3_600_000);
    await pruneMagicLinks(lintel.ctx);
    const eve = { brokerageId: brokerage.id, email: "eve@visitors.test" };
    await lintel.database.db.deleteFrom("messages").where("recipient", "=", eve.email).execute();
    expect(await hasPersonalData(lintel.ctx, eve)).toBe(true);
    expect(await hasPersonalData(lintel.ctx, { ...eve, email: "unknown@visitors.test" })).toBe(false);
    await inTransaction(lintel.ctx, (ctx) => erasePerson(ctx, eve));
    expect(await hasPersonalData(lintel.ctx, eve)).toBe(false);
  });

  it("are deleted and counted by an erasure, which touches no other client's", async () => {
    const erase = () =>
      inTransaction(lintel.ctx, async (ctx) => {
        await lockPerson(ctx, ada());
        return erasePerson(ctx, ada());
      });
    await brokerage.requestLink(ADA);
    expect(await erase()).toMatchObject({ favorites: 3, magic_links: 1, clients: 1 });
    expect(await erase()).toMatchObject({ favorites: 0, magic_links: 0, clients: 0 });
    expect(outcome(await brokerage.list(token))).toEqual(INVALID_TOKEN_REPLY);
    const { db } = lintel.database;
    expect(await db.selectFrom("clients").select("email").execute()).toEqual([
      { email: "bob@visitors.test" },
    ]);
    expect(await db.selectFrom("client_favorites").select("listing_id").execute()).toEqual([
      { listing_id: "D" },
    ]);
  });

  it("are consistent after concurrent syncs and an erasure", async () => {
    for (let round = 0; round < 5; round++) {
      const fresh = await brokerage.signIn(ADA);
      await brokerage.makeLead({ email: ADA });
      const erase = inTransaction(lintel.ctx, async (ctx) => {
        await lockPerson(ctx, ada());
        return erasePerson(ctx, ada());
      });
      const syncs = Array.from({ length: 6 }, (_, n) => brokerage.sync(fresh, [`at-once-${n}`]));
      await erase;
      const statuses = (await Promise.all(syncs)).map(({ status }) => status);
      expect(statuses.filter((status) => status !== 200 && status !== 401)).toEqual([]);
      const clients = await lintel.database.db
        .selectFrom("clients")
        .select("email")
        .where("email", "=", ADA)
        .execute();
      expect([clients, await read("favorites")]).toEqual([[], []]);
    }
  });

  it("are in no kept reply after an erasure", async () => {
    const client = { brokerageId: brokerage.id, email: "ida@visitors.test" };
    const authorization = `Bearer ${await brokerage.signIn(client.email)}`;
    await lintel.call("/api/v1/favorites/sync", {
      method: "POST",
      host: brokerage.host,
      headers: { authorization, "idempotency-key": "ida's" },
      body: { favorites: ["idas-home"] },
    });
    const kept = () => rowsContaining(lintel.database.db, ["idas-home"]);
    expect((await kept()).map((row) => row.split(":")[0])).toEqual(["client_favorites", "idempotency_keys"]);
    await inTransaction(lintel.ctx, (ctx) => erasePerson(ctx, client));
    expect(await kept()).toEqual([]);
  });
});
