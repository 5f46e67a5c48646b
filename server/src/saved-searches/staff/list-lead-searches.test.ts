import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LEADS } from "../../../test/harness/lead-fixture.ts";
import { openSearches, type SearchesFixture } from "../../../test/harness/searches-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("listLeadSearches", () => {
  let lintel: TestApp;
  let north: SearchesFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    north = await openSearches(lintel, "north");
  });
  afterAll(() => lintel.close());

  const list = (lead: number, key: string, query = "") =>
    lintel.call(`${LEADS}/${lead}/searches?${query}`, { key });

  it("lists the client's own searches and those of staff, newest first, in the list envelope", async () => {
    const lead = await north.makeLead({ email: "ada@visitors.test", assigned_agent_id: north.ann.id });
    const token = await north.signIn("ada@visitors.test");
    await north.save(token, { name: "hers", filters: { city: ["Boise"] } });
    const body = { name: "ours", filters: { city: ["Eagle"] } };
    await lintel.call(`${LEADS}/${lead}/searches`, { method: "POST", key: north.ann.key, body });
    const { body: page } = await list(lead, north.broker);
    expect(page).toMatchObject({
      items: [
        { name: "ours", made_by: "Ann" },
        { name: "hers", made_by: null },
      ],
      total: 2,
      page: 1,
    });
    expect((await list(lead, north.broker, "page_size=1&page=2")).body.items).toMatchObject([
      { name: "hers" },
    ]);
  });

  it("leaves out what a query says of protected classes", async () => {
    const lead = await north.makeLead({ email: "query@visitors.test" });
    const token = await north.signIn("query@visitors.test");
    const { body } = await north.save(token, { query: "3 beds in Boise near a church, christian" });
    expect(body.query).toContain("christian");
    const { text } = await list(lead, north.broker);
    expect(text).not.toContain("christian");
  });

  it("is empty for a lead who is no client", async () => {
    const lead = await north.makeLead({ email: "stranger@visitors.test" });
    expect((await list(lead, north.broker)).body).toMatchObject({ items: [], total: 0 });
  });

  it("does not know a lead of another agent or of another brokerage", async () => {
    const lead = await north.makeLead({ email: "own@visitors.test", assigned_agent_id: north.ann.id });
    const south = await openSearches(lintel, "south");
    for (const key of [north.bob.key, south.broker]) {
      const reply = await list(lead, key);
      expect([reply.status, reply.body]).toEqual([404, { detail: "Lead not found" }]);
    }
  });
});
