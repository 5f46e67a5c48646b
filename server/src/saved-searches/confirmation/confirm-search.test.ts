import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  newConfirmation,
  openSearches,
  SEARCHES,
  type SearchesFixture,
} from "../../../test/harness/searches-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

const HOUR = 3_600_000;
const USED = [400, { detail: "This confirmation link has already been used." }];

describe("confirmSearch", () => {
  let lintel: TestApp;
  let north: SearchesFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    north = await openSearches(lintel, "north");
    await north.import({ ListingId: "N-1" });
  });
  afterAll(() => lintel.close());

  const confirm = (token: string, host = north.host, headers: Record<string, string> = {}) =>
    lintel.call(`${SEARCHES}/confirm/${token}`, { method: "POST", host, headers });
  const ask = (email: string, search?: object) => newConfirmation(lintel, north.host, email, search);
  const count = async () =>
    (await lintel.database.db.selectFrom("saved_searches").select("id").execute()).length;

  it("saves the search and answers it with a token of the client", async () => {
    const token = await ask("Ada@visitors.test", {
      name: "Near work",
      filters: { city: ["Boise"] },
      frequency: "weekly",
      time_zone: "America/Denver",
    });
    const { status, body } = await confirm(token);
    expect([status, body]).toMatchObject([
      200,
      { search: { name: "Near work", frequency: "weekly", total: 1, time_zone: "America/Denver" } },
    ]);
    const { body: list } = await lintel.call(SEARCHES, north.as(body.auth_token));
    expect(list.items.map(({ id }: { id: number }) => id)).toEqual([body.search.id]);
    const client = await lintel.database.db
      .selectFrom("clients")
      .select("email")
      .where("id", "=", body.client_id)
      .executeTakeFirst();
    expect(client).toEqual({ email: "ada@visitors.test" });
  });

  it("mails an address that is not confirmed nothing that the visitor has written", async () => {
    await ask("victim@visitors.test", {
      name: "Buy at https://evil.example",
      filters: { city: ["boise", "Win at evil.example"], keywords: "evil", min_beds: 3 },
    });
    await ask("victim@visitors.test", { query: "3 beds in Boise, see evil.example" });
    const rows = await lintel.database.db
      .selectFrom("messages")
      .select("content")
      .where("recipient", "=", "victim@visitors.test")
      .orderBy("id")
      .execute();
    const described = rows.map(({ content }) => (content as { data: { search: string } }).data.search);
    expect(described).toEqual(["Boise \u00b7 3+ beds", "Boise \u00b7 3+ beds"]);
    expect(JSON.stringify(rows)).not.toContain("evil");
  });

  it("refuses a link that was used", async () => {
    const token = await ask("bob@visitors.test");
    expect((await confirm(token)).status).toBe(200);
    const again = await confirm(token);
    expect([again.status, again.body]).toEqual(USED);
  });

  it("lets one of 100 concurrent calls win", async () => {
    const token = await ask("race@visitors.test");
    const before = await count();
    const replies = await Promise.all(Array.from({ length: 100 }, () => confirm(token)));
    const won = replies.filter(({ status }) => status === 200);
    const lost = replies.filter(({ status }) => status !== 200);
    expect(won).toHaveLength(1);
    expect(
      lost.every(
        ({ status, body }) => status === USED[0] && body.detail === (USED[1] as { detail: string }).detail,
      ),
    ).toBe(true);
    expect(await count()).toBe(before + 1);
  });

  it("changes nothing by a HEAD, a GET or a page that is loaded in advance", async () => {
    const token = await ask("scan@visitors.test");
    const before = await count();
    const path = `${SEARCHES}/confirm/${token}`;
    for (const method of ["HEAD", "GET"] as const) {
      const { status } = await lintel.call(path, { method, host: north.host });
      expect([404, 405]).toContain(status);
    }
    for (const method of ["HEAD", "GET"] as const)
      await lintel.call("/searches/confirm", {
        method,
        host: north.host,
        headers: { "sec-purpose": "prefetch" },
      });
    expect(await count()).toBe(before);
    expect((await confirm(token)).status).toBe(200);
  });

  it("refuses a link after 48 hours", async () => {
    const token = await ask("late@visitors.test");
    lintel.clock.advance(48 * HOUR);
    const reply = await confirm(token);
    expect([reply.status, reply.body]).toEqual([400, { detail: "This confirmation link has expired." }]);
  });

  it.each(["unknown", "x".repeat(400)])("does not know the token %s", async (token) => {
    const reply = await confirm(token);
    expect([reply.status, reply.body]).toEqual([404, { detail: "Confirmation link not found" }]);
  });

  it("does not know another brokerage's link", async () => {
    const south = await openSearches(lintel, "south");
    const token = await ask("eve@visitors.test");
    expect((await confirm(token, south.host)).status).toBe(404);
    expect((await confirm(token)).status).toBe(200);
  });

  it("leaves the link usable when the client has 50 searches", async () => {
    const own = await north.signIn("full@visitors.test");
    const saved: number[] = [];
    for (let nth = 0; nth < 50; nth++)
      saved.push((await north.save(own, { filters: { min_beds: 2 } })).body.id);
    const token = await ask("full@visitors.test");
    expect((await confirm(token)).status).toBe(409);
    await lintel.call(`${SEARCHES}/${saved[0]}`, { ...north.as(own), method: "DELETE" });
    expect((await confirm(token)).status).toBe(200);
  });
});
