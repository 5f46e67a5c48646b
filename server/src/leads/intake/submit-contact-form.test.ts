import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrokerageFixture, openBrokerage, outcome } from "../../../test/harness/brokerage-fixture.ts";
import { leadByForm, sendForm, someForm } from "../../../test/harness/contact-form.ts";
import { sendBytes } from "../../../test/harness/send-bytes.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("submitContactForm", () => {
  let lintel: TestApp;
  let brokerage: BrokerageFixture;
  let other: BrokerageFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openBrokerage(lintel, "north");
    other = await openBrokerage(lintel, "south");
  });
  afterAll(() => lintel.close());

  const detail = async (id: number, key = brokerage.broker) =>
    (await lintel.call(`/api/v1/admin/leads/${id}`, { key })).body;
  const timeline = async (id: number) =>
    (await lintel.call(`/api/v1/admin/leads/${id}/transitions`, { key: brokerage.broker })).body.events;
  const leads = async () => {
    const { total } = await lintel.database.db
      .selectFrom("leads")
      .select(({ fn }) => fn.countAll<number>().as("total"))
      .executeTakeFirstOrThrow();
    return Number(total);
  };

  it("answers that the message has come, and the lead's id", async () => {
    const reply = await sendForm(lintel, brokerage.host);
    expect(outcome(reply)).toEqual([
      200,
      {
        success: true,
        message: "Thank you for your message. We will be in touch soon.",
        lead_id: expect.any(Number),
      },
    ]);
  });

  it("becomes a lead of the domain's brokerage, in NEW, with its clock running and 15 degrees of warmth", async () => {
    const id = await leadByForm(lintel, brokerage.host, {
      firstName: " Ada ",
      phone: "(208) 555-0100",
      subject: "Selling my house",
    });
    const now = lintel.clock.now().toISOString();
    expect(await detail(id)).toMatchObject({
      id,
      lead_id: id,
      brokerage_id: brokerage.id,
      source: "contact_form",
      first_name: "Ada",
      last_name: "Lovelace",
      email: "ada@visitors.test",
      phone: "(208) 555-0100",
      subject: "Selling my house",
      message: "With a garden.",
      notes: null,
      source_domain: brokerage.host,
      stage: "NEW",
      stage_entered_at: now,
      status: "new",
      pipeline_type: "seller",
      seller_status: "lead",
      buyer_status: null,
      assigned_agent_id: null,
      assigned_agent: null,
      temperature: { score: 15, band: "cold" },
      flags: [],
      follow_up: null,
      first_response_at: null,
      suspect: [],
      sla: { target_seconds: 300, remaining_seconds: 300, breached_at: null },
      available_transitions: ["contact_attempted", "bogus_contact_detected"],
      created_at: now,
      updated_at: now,
      last_contact: now,
    });
  });

  it("has its first timeline row, by the visitor", async () => {
    const id = await leadByForm(lintel, brokerage.host);
    expect(await timeline(id)).toMatchObject([
      {
        event_type: "contact_form_submission",
        from_stage: null,
        to_stage: "NEW",
        occurred_at: lintel.clock.now().toISOString(),
        actor_entered_at: null,
        actor: { type: "visitor", name: "website visitor" },
        payload: { intake: "contact_form" },
      },
    ]);
  });

  it("starts the clock with the brokerage's own target", async () => {
    const quick = await openBrokerage(lintel, "quick");
    await lintel.call(`/api/admin/brokerages/${quick.id}/lead-settings`, {
      method: "PUT",
      key: quick.broker,
      body: { response_target_seconds: 60 },
    });
    const { sla } = await detail(await leadByForm(lintel, quick.host), quick.broker);
    expect(sla).toEqual({ target_seconds: 60, remaining_seconds: 60, breached_at: null });
  });

  it("is seen by the domain's brokerage alone", async () => {
    const id = await leadByForm(lintel, other.host);
    expect((await detail(id, other.broker)).source_domain).toBe(other.host);
    expect(await detail(id, brokerage.broker)).toEqual({ detail: "Lead not found" });
  });

  it("tells the domain as the domain table writes it: without www., port or capitals", async () => {
    const id = await leadByForm(lintel, `WWW.${brokerage.host.toUpperCase()}:8443`);
    expect((await detail(id)).source_domain).toBe(brokerage.host);
  });

  it("keeps the page and the campaign it came by", async () => {
    const campaign = {
      source_page: "/listings/12-elm-st?from=map",
      utm_source: "google",
      utm_medium: "cpc",
      utm_campaign: "Spring “open house” 2026",
    };
    expect(await detail(await leadByForm(lintel, brokerage.host, campaign))).toMatchObject(campaign);
  });

  it("is refused without a Host, and on an unknown domain", async () => {
    const before = await leads();
    const body = JSON.stringify(someForm);
    const text = await sendBytes(
      lintel.app,
      "POST /api/contact HTTP/1.1\r\nConnection: close\r\nContent-Type: application/json\r\n" +
        `Content-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).toMatch(/\{"detail":"Missing Host header"\}$/);
    expect(outcome(await sendForm(lintel, "unknown.test"))).toEqual([404, { detail: "Brokerage not found" }]);
    expect(await leads()).toBe(before);
  });

  it("is refused for a disabled brokerage", async () => {
    const closed = await openBrokerage(lintel, "closed");
    await lintel.call(`/api/admin/brokerages/${closed.id}`, {
      method: "DELETE",
      key: await lintel.createKey("admin"),
    });
    expect((await sendForm(lintel, closed.host)).status).toBe(404);
  });

  it("is one lead however often it is sent with one Idempotency-Key", async () => {
    const before = await leads();
    const key = { "idempotency-key": randomUUID() };
    const first = await sendForm(lintel, brokerage.host, {}, key);
    const again = await sendForm(lintel, brokerage.host, {}, key);
    expect(outcome(again)).toEqual(outcome(first));
    expect(again.headers["idempotent-replayed"]).toBe("true");
    expect(await leads()).toBe(before + 1);
    await sendForm(lintel, brokerage.host, {}, { "idempotency-key": randomUUID() });
    expect(await leads()).toBe(before + 2);
  });

  it("takes 50 at once, each a lead of its own with its first row", async () => {
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        sendForm(lintel, brokerage.host, { email: `v${n}@visitors.test` }),
      ),
    );
    const ids: number[] = replies.map(({ body }) => body.lead_id);
    expect(new Set(ids).size).toBe(50);
    const rows = await lintel.database.db
      .selectFrom("lead_events")
      .select(["lead_id", "to_stage"])
      .where("lead_id", "in", ids)
      .execute();
    expect(rows.map(({ to_stage }) => to_stage)).toEqual(Array(50).fill("NEW"));
    expect(new Set(rows.map(({ lead_id }) => lead_id)).size).toBe(50);
  });
});
