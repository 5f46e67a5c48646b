import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditOf, outcome } from "../../test/harness/brokerage-fixture.ts";
import {
  openSuggestions,
  SUGGESTIONS,
  type SuggestionsFixture,
} from "../../test/harness/suggestions-fixture.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

describe("rejectSuggestion", () => {
  let lintel: TestApp;
  let brokerage: SuggestionsFixture;
  let other: SuggestionsFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openSuggestions(lintel, "north");
    other = await openSuggestions(lintel, "south");
  });
  afterAll(() => lintel.close());

  it("returns the rejected suggestion with the reason, and leaves the target unchanged", async () => {
    const id = await brokerage.suggestPending({ bio: "New." });
    const { status, body } = await brokerage.decide(id, "reject", brokerage.broker, "  Not now. ");
    expect([status, body]).toMatchObject([200, { id, status: "rejected", reason: "Not now." }]);
    const agent = await lintel.call(`/api/admin/agents/${brokerage.ann.id}`, { key: brokerage.broker });
    expect(agent.body.bio).toBe("Old.");
  });

  it("records who rejected it and why in the audit log", async () => {
    const id = await brokerage.suggestPending({ bio: "New." });
    await brokerage.decide(id, "reject");
    expect((await auditOf(lintel, "suggestion", id)).at(-1)).toMatchObject({
      action: "reject",
      actor_name: "broker key",
      before: { status: "pending", reason: null },
      after: { status: "rejected", reason: "No." },
    });
  });

  it("is decided once: any second decision is 409", async () => {
    const id = await brokerage.suggestPending({ bio: "New." });
    await brokerage.decide(id, "reject");
    for (const how of ["approve", "reject"] as const) {
      expect(outcome(await brokerage.decide(id, how))).toEqual([
        409,
        { detail: "Suggestion is already rejected" },
      ]);
    }
  });

  it("is for brokers of that brokerage and for admins", async () => {
    const id = await brokerage.suggestPending({ bio: "New." });
    expect((await brokerage.decide(id, "reject", brokerage.ann.key)).status).toBe(403);
    expect(outcome(await brokerage.decide(id, "reject", other.broker))).toEqual([
      404,
      { detail: "Suggestion not found" },
    ]);
    expect((await brokerage.decide(id, "reject", await lintel.createKey("admin"))).status).toBe(200);
  });

  it.each([[{}], [{ reason: null }], [{ reason: " " }], [{ reason: 7 }], [{ reason: "x".repeat(2001) }]])(
    "demands a reason: %j is none",
    async (body) => {
      const id = await brokerage.suggestPending({ bio: "New." });
      const reply = await lintel.call(`${SUGGESTIONS}/${id}/reject`, {
        method: "POST",
        key: brokerage.broker,
        body,
      });
      expect([reply.status, reply.body.detail[0].loc]).toEqual([422, ["body", "reason"]]);
    },
  );
});
