import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditOf, outcome } from "../../test/harness/brokerage-fixture.ts";
import {
  openSuggestions,
  SUGGESTIONS,
  type SuggestionsFixture,
} from "../../test/harness/suggestions-fixture.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

describe("approveSuggestion", () => {
  let lintel: TestApp;
  let made = 0;
  let brokerage: SuggestionsFixture;
  let admin: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openSuggestions(lintel, `office-${++made}`);
  });

  const read = async (path: string) => (await lintel.call(`/api/admin/${path}`, { key: admin })).body;
  const statusOf = async (id: number) => (await read(`suggestions/${id}`)).status;

  it("applies the edit for each type of target, and returns the decided suggestion", async () => {
    for (const [target_type, target_id, path, changes] of [
      ["agent", brokerage.ann.id, "agents", { bio: "New.", specialties: ["Condos"] }],
      ["brokerage", brokerage.id, "brokerages", { tagline: "Closer", va_loans: true }],
      ["broker_contact", brokerage.contactId, "broker-contacts", { name: "Bo B.", is_primary: true }],
    ] as const) {
      const id = await brokerage.suggestPending(changes, { target_type, target_id });
      const { status, body } = await brokerage.decide(id, "approve");
      expect([status, body]).toMatchObject([200, { id, status: "approved", changes, reason: null }]);
      expect(await read(`${path}/${target_id}`)).toMatchObject(changes);
    }
  });

  it("is refused with If-Match when the target has another version by now, and the suggestion stays pending", async () => {
    for (const [target_type, target_id, records, field] of [
      ["agent", brokerage.ann.id, "agents", "bio"],
      ["brokerage", brokerage.id, "brokerages", "tagline"],
      ["broker_contact", brokerage.contactId, "broker-contacts", "name"],
    ] as const) {
      const path = `/api/admin/${records}/${target_id}`;
      const etagOf = async () => (await lintel.call(path, { key: admin })).headers.etag as string;
      const before = await etagOf();
      const id = await brokerage.suggestPending({ [field]: "Mine" }, { target_type, target_id });
      await lintel.call(path, { method: "PUT", key: admin, body: { [field]: "Theirs" } });
      const approve = (ifMatch: string) =>
        lintel.call(`${SUGGESTIONS}/${id}/approve`, {
          ...{ method: "POST", key: admin, body: {}, headers: { "if-match": ifMatch } },
        });
      expect((await approve(before)).status).toBe(412);
      expect([await statusOf(id), (await read(`${records}/${target_id}`))[field]]).toEqual([
        "pending",
        "Theirs",
      ]);
      const approved = await approve(await etagOf());
      expect([approved.status, approved.headers.etag]).toEqual([200, await etagOf()]);
    }
  });

  it("makes the edited record findable by its new words", async () => {
    await brokerage.decide(
      await brokerage.suggestPending({ bio: "Specialist for horse property." }),
      "approve",
    );
    const { body } = await lintel.call("/api/admin/search/agents?q=equestrian", { key: brokerage.broker });
    expect(body.results.map(({ id }: { id: number }) => id)).toEqual([brokerage.ann.id]);
  });

  it("writes two audit rows with the approver's name: the edit, and the decision", async () => {
    const id = await brokerage.suggestPending({ bio: "New." });
    await brokerage.decide(id, "approve");
    expect(await auditOf(lintel, "agent", brokerage.ann.id)).toMatchObject([
      { action: "update", actor_name: "broker key", before: { bio: "Old." }, after: { bio: "New." } },
    ]);
    expect((await auditOf(lintel, "suggestion", id)).at(-1)).toMatchObject({
      action: "approve",
      actor_name: "broker key",
      brokerage_id: brokerage.id,
      before: { status: "pending" },
      after: { status: "approved" },
    });
  });

  it("is for brokers of that brokerage and for admins", async () => {
    const other = await openSuggestions(lintel, `office-${++made}`);
    const id = await brokerage.suggestPending({ bio: "New." });
    expect(outcome(await brokerage.decide(id, "approve", brokerage.ann.key))).toEqual([
      403,
      { detail: "Broker or admin role required" },
    ]);
    for (const key of [other.broker, await lintel.createKey("broker")]) {
      expect(outcome(await brokerage.decide(id, "approve", key))).toEqual([
        404,
        { detail: "Suggestion not found" },
      ]);
    }
    expect(await statusOf(id)).toBe("pending");
    expect((await brokerage.decide(id, "approve", admin)).status).toBe(200);
  });

  it("is decided once: any second decision is 409", async () => {
    const id = await brokerage.suggestPending({ bio: "New." });
    await brokerage.decide(id, "approve");
    for (const how of ["approve", "reject"] as const) {
      expect(outcome(await brokerage.decide(id, how))).toEqual([
        409,
        { detail: "Suggestion is already approved" },
      ]);
    }
    expect(await auditOf(lintel, "agent", brokerage.ann.id)).toHaveLength(1);
  });

  it("lets exactly one of many concurrent decisions succeed", async () => {
    for (let round = 0; round < 5; round++) {
      const id = await brokerage.suggestPending({ bio: `Round ${round}` });
      const replies = await Promise.all(
        (["approve", "reject", "approve", "reject", "approve"] as const).map((how) =>
          brokerage.decide(id, how),
        ),
      );
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
      const winner = replies.find(({ status }) => status === 200)?.body;
      const { bio } = await read(`agents/${brokerage.ann.id}`);
      expect(winner.status === "approved").toBe(bio === `Round ${round}`);
      expect(await auditOf(lintel, "suggestion", id)).toHaveLength(2);
    }
  });

  it("lets one of two suggestions for a slug succeed, and keeps the other pending", async () => {
    const bea = await lintel.createAgent(brokerage.id);
    const slug = `wanted-${made}`;
    const ids = [
      await brokerage.suggestPending({ slug }),
      await brokerage.suggestPending({ slug }, { target_type: "agent", target_id: bea.id }),
    ];
    const replies = await Promise.all(ids.map((id) => brokerage.decide(id, "approve")));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect((await Promise.all(ids.map(statusOf))).toSorted()).toEqual(["approved", "pending"]);
  });

  it("stays pending when the edit is refused, and changes nothing of it", async () => {
    await lintel.createAgent(brokerage.id, { slug: `taken-${made}` });
    const slug = await brokerage.suggestPending({ slug: `taken-${made}`, bio: "New." });
    expect(outcome(await brokerage.decide(slug, "approve"))).toEqual([
      400,
      { detail: `Agent with slug 'taken-${made}' already exists` },
    ]);
    const upsideDown = { map_bounds_north: 10, map_bounds_south: 20 };
    const map = await brokerage.suggestPending(upsideDown, {
      target_type: "brokerage",
      target_id: brokerage.id,
    });
    expect((await brokerage.decide(map, "approve")).status).toBe(422);
    expect([await statusOf(slug), await statusOf(map)]).toEqual(["pending", "pending"]);
    expect((await read(`agents/${brokerage.ann.id}`)).bio).toBe("Old.");
    expect((await brokerage.decide(slug, "reject")).status).toBe(200);
  });

  it("stays pending when the edit no longer passes validation", async () => {
    const id = await brokerage.suggestPending({ bio: "New." });
    await lintel.database.db
      .updateTable("suggestions")
      .set({ changes: JSON.stringify({ bio: 7 }) })
      .where("id", "=", id)
      .execute();
    const { status, body } = await brokerage.decide(id, "approve");
    expect([status, body.detail[0].loc]).toEqual([422, ["body", "changes", "bio"]]);
    expect(await statusOf(id)).toBe("pending");
  });

  it("answers the target's own 404 when it was deleted meanwhile, and stays pending", async () => {
    const contact = await brokerage.suggestPending(
      { name: "x" },
      { target_type: "broker_contact", target_id: brokerage.contactId },
    );
    await lintel.call(`/api/admin/broker-contacts/${brokerage.contactId}`, { method: "DELETE", key: admin });
    expect(outcome(await brokerage.decide(contact, "approve"))).toEqual([
      404,
      { detail: "Broker contact not found" },
    ]);
    const agent = await brokerage.suggestPending({ bio: "x" });
    await lintel.call(`/api/admin/agents/${brokerage.ann.id}`, { method: "DELETE", key: admin });
    expect(outcome(await brokerage.decide(agent, "approve"))).toEqual([404, { detail: "Agent not found" }]);
    expect([await statusOf(contact), await statusOf(agent)]).toEqual(["pending", "pending"]);
  });

  it("answers a suggestion that does not exist with 404, an impossible id with 422", async () => {
    const approve = (id: string) =>
      lintel.call(`${SUGGESTIONS}/${id}/approve`, { method: "POST", key: brokerage.broker });
    expect(outcome(await approve("2147483647"))).toEqual([404, { detail: "Suggestion not found" }]);
    for (const id of ["0", "x", "2147483648"]) expect((await approve(id)).status).toBe(422);
  });
});
