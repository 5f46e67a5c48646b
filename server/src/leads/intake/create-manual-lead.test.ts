import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  auditOf,
  type BrokerageFixture,
  openBrokerage,
  outcome,
  validationErrors,
} from "../../../test/harness/brokerage-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

const person = {
  first_name: "Grace",
  last_name: "Hopper",
  email: "grace@visitors.test",
  subject: "Called the office",
  message: "Wants a yard.",
};

/** Who may create what for whom is in create-manual-lead.scope.test.ts. */
describe("createManualLead", () => {
  let lintel: TestApp;
  let brokerage: BrokerageFixture;
  let agent: { id: number };
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openBrokerage(lintel, "north");
    agent = await lintel.createAgent(brokerage.id, { name: "Bea Broker" });
  });
  afterAll(() => lintel.close());

  const create = (fields: object = {}, headers: Record<string, string> = {}) =>
    lintel.call("/api/v1/admin/leads", {
      method: "POST",
      key: brokerage.broker,
      body: { ...person, ...fields },
      headers,
    });
  const timeline = async (id: number) =>
    (await lintel.call(`/api/v1/admin/leads/${id}/transitions`, { key: brokerage.broker })).body.events;

  it("answers 201 with the full detail, as reading the lead does", async () => {
    const reply = await create({ phone: " 208-555-0100 ", notes: " Urgent. " });
    const now = lintel.clock.now().toISOString();
    expect([reply.status, reply.body]).toMatchObject([
      201,
      {
        ...person,
        phone: "208-555-0100",
        notes: "Urgent.",
        brokerage_id: brokerage.id,
        source: "manual",
        source_domain: "admin-manual",
        source_page: "/admin/leads",
        utm_source: null,
        pipeline_type: "buyer",
        stage: "NEW",
        status: "new",
        buyer_status: "lead",
        seller_status: null,
        assigned_agent: null,
        temperature: { score: 0, band: "cold" },
        sla: { target_seconds: 300, remaining_seconds: 300, breached_at: null },
        suspect: [],
        created_at: now,
        last_contact: now,
      },
    ]);
    const read = await lintel.call(`/api/v1/admin/leads/${reply.body.id}`, { key: brokerage.broker });
    expect(read.body).toEqual(reply.body);
  });

  it("has one timeline row, manual_entry, by its author", async () => {
    const { id } = (await create()).body;
    expect(await timeline(id)).toMatchObject([
      {
        event_type: "manual_entry",
        from_stage: null,
        to_stage: "NEW",
        actor: { type: "api_key", name: "broker key" },
        payload: { intake: "manual", status: "new" },
      },
    ]);
  });

  it("with an agent has a second row that says who got it", async () => {
    const { id, assigned_agent } = (await create({ assigned_agent_id: agent.id })).body;
    expect(assigned_agent).toEqual({ id: agent.id, name: "Bea Broker" });
    expect(await timeline(id)).toMatchObject([
      { event_type: "manual_entry" },
      {
        event_type: "agent_assigned",
        actor: { name: "broker key" },
        payload: { agent_id: agent.id, agent_name: "Bea Broker" },
      },
    ]);
  });

  it.each([
    ["new", "NEW", "new", "lead"],
    ["contacted", "CONTACTING", "contacted", "lead"],
    ["qualified", "QUALIFIED", "qualified", "searching"],
    ["showing", "QUALIFIED", "qualified", "searching"],
    ["offer", "QUALIFIED", "qualified", "searching"],
    ["converted", "CLOSED", "converted", "closed"],
    ["lost", "ARCHIVED", "lost", null],
  ])(
    "of the status %s begins in %s, with the legacy fields of that stage",
    async (status, stage, legacy, buyer) => {
      const { body } = await create({ status });
      expect(body).toMatchObject({ stage, status: legacy, buyer_status: buyer, seller_status: null });
      expect(await timeline(body.id)).toMatchObject([
        { event_type: "manual_entry", to_stage: stage, payload: { status } },
      ]);
      // The response clock runs only for new leads.
      expect(body.sla).toEqual(
        stage === "NEW"
          ? { target_seconds: 300, remaining_seconds: 300, breached_at: null }
          : { target_seconds: null, remaining_seconds: null, breached_at: null },
      );
    },
  );

  it("of a selling subject is a seller's", async () => {
    expect((await create({ subject: "CMA please", status: "qualified" })).body).toMatchObject({
      pipeline_type: "seller",
      seller_status: "preparing",
      buyer_status: null,
    });
  });

  it("leaves an audit row with who it is and where it stands", async () => {
    const { id } = (await create({ assigned_agent_id: agent.id, notes: "Urgent." })).body;
    expect(await auditOf(lintel, "lead", id)).toEqual([
      {
        action: "create",
        actor_name: "broker key",
        brokerage_id: brokerage.id,
        before: null,
        after: {
          first_name: "Grace",
          last_name: "Hopper",
          email: "grace@visitors.test",
          phone: null,
          stage: "NEW",
          pipeline_type: "buyer",
          assigned_agent_id: agent.id,
          notes: "Urgent.",
          registration_status: null,
        },
      },
    ]);
  });

  it("is one lead however often it is sent with one Idempotency-Key", async () => {
    const key = { "idempotency-key": randomUUID() };
    const first = await create({}, key);
    expect(outcome(await create({}, key))).toEqual(outcome(first));
    expect((await create()).body.id).not.toBe(first.body.id);
  });

  const unsaid = { phone: null, notes: null, assigned_agent_id: null, brokerage_id: null };
  it.each([[{ ...unsaid, status: null }], [{ phone: "", notes: "  " }]])(
    "takes %j for what need not be said",
    async (fields) => {
      const { status, body } = await create(fields);
      expect([status, body]).toMatchObject([
        201,
        { phone: null, notes: null, assigned_agent: null, stage: "NEW" },
      ]);
    },
  );

  it("names every field that is missing", async () => {
    const reply = await lintel.call("/api/v1/admin/leads", {
      method: "POST",
      key: brokerage.broker,
      body: {},
    });
    expect(validationErrors(reply)).toEqual([
      422,
      Object.keys(person).map((field) => [`body.${field}`, `${field} is required`]),
    ]);
  });

  it.each([
    ["first_name", " ", "first_name must not be empty"],
    ["last_name", "x".repeat(101), "last_name must be at most 100 characters"],
    ["email", "grace", "email must be a valid email address"],
    ["phone", "5".repeat(41), "phone must be at most 40 characters"],
    ["subject", null, "subject must be text"],
    ["message", "x".repeat(10_001), "message must be at most 10000 characters"],
    ["notes", "x".repeat(20_001), "notes must be at most 20000 characters"],
    ["notes", 7, "notes must be text or null"],
    ["assigned_agent_id", "1", "assigned_agent_id must be an integer or null"],
    ["assigned_agent_id", 0, "assigned_agent_id must be between 1 and 2147483647"],
    ["status", "won", "status must be one of new, contacted, qualified, showing, offer, converted, lost"],
    ["status", "New", "status must be one of new, contacted, qualified, showing, offer, converted, lost"],
  ])("refuses %s %j: %s", async (field, value, msg) => {
    const [status, found] = validationErrors(await create({ [field]: value }));
    expect([status, found]).toEqual([422, expect.arrayContaining([[`body.${field}`, msg]])]);
  });
});
