import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outcome } from "../../test/harness/brokerage-fixture.ts";
import { openSuggestions, type SuggestionsFixture } from "../../test/harness/suggestions-fixture.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

describe("getSuggestion", () => {
  let lintel: TestApp;
  let brokerage: SuggestionsFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openSuggestions(lintel, "north");
  });
  afterAll(() => lintel.close());

  const get = (id: unknown, key: string) => lintel.call(`/api/admin/suggestions/${id}`, { key });
  const missing = [404, { detail: "Suggestion not found" }];

  it("returns the suggestion to its author, the brokers and admins", async () => {
    const { body } = await brokerage.suggest({ changes: { bio: "New." }, note: "" });
    expect(body.note).toBeNull();
    for (const key of [brokerage.ann.key, brokerage.broker, await lintel.createKey("admin")]) {
      expect(outcome(await get(body.id, key))).toEqual([200, body]);
    }
  });

  it("returns the reason of a rejection to its author", async () => {
    const id = await brokerage.suggestPending({ bio: "x" });
    await brokerage.decide(id, "reject", brokerage.broker, "Too short.");
    expect((await get(id, brokerage.ann.key)).body).toMatchObject({
      status: "rejected",
      reason: "Too short.",
    });
  });

  it("is 404 for another agent's and another tenant's", async () => {
    const id = await brokerage.suggestPending({ bio: "x" });
    const other = await openSuggestions(lintel, "south");
    for (const key of [brokerage.agent, other.ann.key, other.broker, await lintel.createKey("broker")]) {
      expect(outcome(await get(id, key))).toEqual(missing);
    }
    expect(outcome(await get(2_147_483_647, brokerage.broker))).toEqual(missing);
  });

  it.each(["0", "x", "1.5", "2147483648"])("refuses %s, which no suggestion has for an id", async (id) => {
    const { status, body } = await get(id, brokerage.broker);
    expect([status, body.detail[0].loc]).toEqual([422, ["path", "suggestion_id"]]);
  });
});
