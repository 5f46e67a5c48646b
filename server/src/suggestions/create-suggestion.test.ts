import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditOf, outcome, validationErrors } from "../../test/harness/brokerage-fixture.ts";
import { openSuggestions, type SuggestionsFixture } from "../../test/harness/suggestions-fixture.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

describe("createSuggestion", () => {
  let lintel: TestApp;
  let brokerage: SuggestionsFixture;
  let other: SuggestionsFixture;
  let admin: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openSuggestions(lintel, "north");
    other = await openSuggestions(lintel, "south");
    admin = await lintel.createKey("admin");
  });
  afterAll(() => lintel.close());

  it("answers 201 with the suggestion, pending, exactly its documented fields", async () => {
    const { status, body } = await brokerage.suggest({ changes: { bio: "New." }, note: "I moved." });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number),
        status: "pending",
        target_type: "agent",
        target_id: brokerage.ann.id,
        changes: { bio: "New." },
        note: "I moved.",
        reason: null,
        submitted_by: "agent key",
        created_at: lintel.clock.now().toISOString(),
      },
    ]);
  });

  it("changes nothing yet", async () => {
    await brokerage.suggest({ changes: { name: "Somebody Else" } });
    const { body } = await lintel.call(`/api/admin/agents/${brokerage.ann.id}`, { key: brokerage.broker });
    expect(body.name).toBe("Ann");
  });

  it("accepts suggestions of agents about any record of their brokerage, and of brokers and admins", async () => {
    const targets = [
      { target_type: "brokerage", target_id: brokerage.id, changes: { tagline: "Closer" } },
      { target_type: "broker_contact", target_id: brokerage.contactId, changes: { phone: "208-555-0100" } },
      { target_type: "agent", target_id: (await lintel.createAgent(brokerage.id)).id, changes: { bio: "x" } },
    ];
    for (const target of targets) {
      for (const key of [brokerage.ann.key, brokerage.agent, brokerage.broker, admin]) {
        expect((await brokerage.suggest(target, key)).status).toBe(201);
      }
    }
  });

  it("records the author and the changes in the audit log", async () => {
    const id = await brokerage.suggestPending({ bio: "Audited." });
    expect(await auditOf(lintel, "suggestion", id)).toMatchObject([
      { action: "create", actor_name: "agent key", brokerage_id: brokerage.id, after: { status: "pending" } },
    ]);
  });

  it("stores texts as the edit would: trimmed, without lone surrogates", async () => {
    const { body } = await brokerage.suggest({ changes: { name: "  Ann B. ", bio: "half \ud83c of one" } });
    expect(body.changes).toEqual({ name: "Ann B.", bio: "half \ufffd of one" });
  });

  it("answers another tenant's target with the 404 of a missing one", async () => {
    for (const [target_type, foreign, detail] of [
      ["brokerage", other.id, "Brokerage not found"],
      ["agent", other.ann.id, "Agent not found"],
      ["broker_contact", other.contactId, "Broker contact not found"],
    ] as const) {
      for (const target_id of [foreign, 2_147_483_647]) {
        for (const key of [brokerage.ann.key, brokerage.broker]) {
          const body = { target_type, target_id, changes: { name: "x" } };
          expect(outcome(await brokerage.suggest(body, key))).toEqual([404, { detail }]);
        }
      }
    }
    expect((await brokerage.suggest({ target_id: other.ann.id, changes: { bio: "x" } }, admin)).status).toBe(
      201,
    );
  });

  it("is 404 for a caller without a brokerage", async () => {
    const key = await lintel.createKey("agent");
    expect(outcome(await brokerage.suggest({ changes: { bio: "x" } }, key))).toEqual([
      404,
      { detail: "Agent not found" },
    ]);
  });

  it.each([
    [{}, "body.changes", "changes must not be empty"],
    [{ wings: 2 }, "body.changes.wings", "wings is no field of an agent"],
    [{ id: 7 }, "body.changes.id", "id is no field of an agent"],
    [{ brokerage_id: 7 }, "body.changes.brokerage_id", "brokerage_id is no field of an agent"],
    [{ bio: "x", disabled_at: null }, "body.changes.disabled_at", "disabled_at is no field of an agent"],
    [{ toString: "x" }, "body.changes.toString", "toString is no field of an agent"],
    [{ name: null }, "body.changes.name", "name must be text"],
    [{ name: " " }, "body.changes.name", "name must not be empty"],
    [{ name: 7 }, "body.changes.name", "name must be text"],
    [{ email: "not an address" }, "body.changes.email", "email must be a valid email address"],
    [{ status: "asleep" }, "body.changes.status", "status must be one of active, inactive"],
    [{ weight: 101 }, "body.changes.weight", "weight must be between 0 and 100"],
    [
      { specialties: ["x".repeat(101)] },
      "body.changes.specialties.0",
      "specialties.0 must be at most 100 characters",
    ],
  ])(
    "refuses changes %j, as the edit would, or because nothing would come of them",
    async (changes, loc, msg) => {
      expect(validationErrors(await brokerage.suggest({ changes }))).toEqual([422, [[loc, msg]]]);
    },
  );

  it("validates the changes by the type of the target", async () => {
    const onBrokerage = { target_type: "brokerage", target_id: brokerage.id };
    expect(
      validationErrors(
        await brokerage.suggest({ ...onBrokerage, changes: { bio: "x", primary_color: "red" } }),
      ),
    ).toEqual([
      422,
      [
        ["body.changes.bio", "bio is no field of a brokerage"],
        ["body.changes.primary_color", expect.stringContaining("primary_color must be")],
      ],
    ]);
    expect(
      validationErrors(await brokerage.suggest({ ...onBrokerage, changes: { disabled_at: null } })),
    ).toEqual([422, [["body.changes.disabled_at", "disabled_at is no field of a brokerage"]]]);
    const onContact = { target_type: "broker_contact", target_id: brokerage.contactId };
    expect(validationErrors(await brokerage.suggest({ ...onContact, changes: { brokerage_id: 1 } }))).toEqual(
      [422, [["body.changes.brokerage_id", "brokerage_id is no field of a broker contact"]]],
    );
  });

  it.each([
    ["target_type", { target_type: "lead" }],
    ["target_type", { target_type: null }],
    ["target_id", { target_id: "1" }],
    ["target_id", { target_id: 0 }],
    ["target_id", { target_id: 2_147_483_648 }],
    ["changes", { changes: "bio" }],
    ["changes", { changes: ["bio"] }],
    ["changes", { changes: null }],
    ["note", { changes: { bio: "x" }, note: "x".repeat(2001) }],
    ["note", { changes: { bio: "x" }, note: 7 }],
  ])("refuses a wrong %s: %j", async (field, body) => {
    const { status, body: reply } = await brokerage.suggest({ changes: { bio: "x" }, ...body });
    expect([status, reply.detail[0].loc]).toEqual([422, ["body", field]]);
  });

  it.each(["target_type", "target_id", "changes"])("demands %s", async (field) => {
    const { [field]: _, ...body } = {
      target_type: "agent",
      target_id: brokerage.ann.id,
      changes: { bio: "x" },
    } as Record<string, unknown>;
    const reply = await lintel.call("/api/admin/suggestions", {
      method: "POST",
      key: brokerage.ann.key,
      body,
    });
    expect(validationErrors(reply)).toEqual([422, [[`body.${field}`, `${field} is required`]]]);
  });

  it("never fails on a character that the database cannot keep", async () => {
    const { status } = await brokerage.suggest({ changes: { bio: "a\u0000b" } });
    expect(status).toBe(422);
  });
});
