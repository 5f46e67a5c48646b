import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome } from "../../test/harness/brokerage-fixture.ts";
import { LEADS } from "../../test/harness/lead-fixture.ts";
import { DAY, openPrivacy, type PrivacyFixture } from "../../test/harness/privacy-fixture.ts";
import { DRIPS, step } from "../../test/harness/sequences-fixture.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

const ADA = "ada@visitors.test";
const invalid = [404, { detail: "This link is not valid" }];

describe("downloadPrivacyExport", () => {
  let lintel: TestApp;
  let brokerage: PrivacyFixture;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openPrivacy(lintel, `export-${++made}`);
  });

  async function link(email = ADA): Promise<string> {
    await brokerage.run(await brokerage.submitConfirmed("export", email));
    return (await brokerage.linkInMail("privacy_export_ready", email)) as string;
  }

  it("exports everything about the person as a file, without the authors", async () => {
    const lead = await brokerage.makeLead({
      assigned_agent_id: brokerage.ann.id,
      notes: "Likes gardens",
      source_address: "192.0.2.1",
    });
    const send = (method: "POST" | "PUT", path: string, body: object, key = brokerage.broker) =>
      lintel.call(path, { method, body, key, host: brokerage.host });
    await send("POST", `${LEADS}/${lead}/contacts`, {
      channel: "email",
      direction: "inbound",
      note: "Wrote",
    });
    await send("PUT", `${LEADS}/${lead}/flags/dnc`, { reason: "Said so" });
    await send("POST", "/api/newsletter/subscribe", { email: ADA, first_name: "Ada", interests: ["Condos"] });
    const now = lintel.clock.now();
    await lintel.database.db
      .insertInto("tour_requests")
      .values({
        brokerage_id: brokerage.id,
        lead_id: lead,
        listing_id: "MLS-1",
        name: "Ada L.",
        email: "Ada@Visitors.test",
        created_at: now,
        updated_at: now,
      })
      .execute();

    const { status, headers, body, text } = await lintel.call(await link());
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "content-disposition": `attachment; filename="export-${made}-my-data.json"`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    expect(body).toMatchObject({
      brokerage: `export-${made}`,
      email: ADA,
      made_at: now.toISOString(),
      leads: [
        {
          id: lead,
          first_name: "Ada",
          email: ADA,
          notes: "Likes gardens",
          source_address: "192.0.2.1",
          agent: "Ann",
          temperature: { score: 20, band: "cold" },
          timeline: [{ event_type: "manual_entry" }, { event_type: "contact_logged", note: "Wrote" }],
          signals: [{ kind: "reply" }],
          flags: [{ flag: "dnc", reason: "Said so" }],
        },
      ],
      tours: [{ listing_id: "MLS-1", name: "Ada L." }],
      messages: [
        { kind: "privacy_confirmation", to: ADA, channel: "email" },
        { kind: "privacy_export_ready", to: ADA },
      ],
      newsletter_subscriptions: [{ email: ADA, first_name: "Ada", interests: ["Condos"] }],
    });
    expect(text).not.toContain("broker key");
    expect(text).not.toContain("/api/privacy/");
  });

  it("exports the person's drip enrollments, without the texts of the sequences", async () => {
    const steps = [step("a", 3), step("b")];
    for (const name of ["Newcomers", "Welcome"]) {
      const body = { name, trigger_state: "NEW", steps };
      expect((await lintel.call(DRIPS, { method: "POST", key: brokerage.broker, body })).status).toBe(200);
    }
    const lead = await brokerage.makeLead();
    const began = lintel.clock.now();
    const sent = { last_sent_at: began, status: "completed", next_step_position: null, next_send_at: null };
    await lintel.database.db
      .updateTable("drip_enrollments")
      .set(sent)
      .where("lead_id", "=", lead)
      .where("sequence_id", "in", (db) =>
        db.selectFrom("drip_sequences").select("id").where("name", "=", "Welcome"),
      )
      .execute();
    await lintel.call(`${LEADS}/${lead}/flags/dnc`, { method: "PUT", key: brokerage.broker, body: {} });
    const { body, text } = await lintel.call(await link());
    const now = began.toISOString();
    const nothing = { next_send_at: null, stopped_reason: null, stopped_at: null, last_sent_at: null };
    expect(body.leads[0].drips).toEqual([
      {
        ...nothing,
        sequence: "Newcomers",
        status: "stopped",
        enrolled_at: now,
        stopped_reason: "flagged",
        stopped_at: now,
      },
      { ...nothing, sequence: "Welcome", status: "completed", enrolled_at: now, last_sent_at: now },
    ]);
    expect(text).not.toContain("Subject a");
    expect((await brokerage.run((await brokerage.requests())[0]?.id as number)).body.receipt).toMatchObject({
      leads: 1,
      drip_enrollments: 2,
    });
  });

  it("exports no other person's data, nor another brokerage's data about the person", async () => {
    const other = await openPrivacy(lintel, `export-${++made}`);
    await other.makeLead({ notes: "Somebody else's" });
    await brokerage.makeLead({ email: "grace@visitors.test", notes: "Grace's" });
    const own = await brokerage.makeLead();
    const { body, text } = await lintel.call(await link());
    expect(body.leads.map(({ id }: { id: number }) => id)).toEqual([own]);
    expect(text).not.toMatch(/Somebody else's|Grace's/);
  });

  it("is generated on request, any number of times, on any Host, for 7 days", async () => {
    await brokerage.makeLead();
    const path = await link();
    const first = await lintel.call(path);
    await brokerage.makeLead({ email: "ADA@visitors.test" });
    await brokerage.disable();
    const second = await lintel.call(path, { host: "unknown.test" });
    expect([first.body.leads.length, second.body.leads.length]).toEqual([1, 2]);
    lintel.clock.advance(7 * DAY - 1);
    expect((await lintel.call(path)).status).toBe(200);
    lintel.clock.advance(1);
    expect(outcome(await lintel.call(path))).toEqual(invalid);
  });

  it("is complete for any number of leads", async () => {
    const ids: number[] = [];
    for (let n = 0; n < 205; n++) ids.push(await brokerage.makeLead());
    const { body } = await lintel.call(await link());
    expect(body.leads.map(({ id }: { id: number }) => id)).toEqual(ids);
    expect(body.leads.every(({ timeline }: { timeline: unknown[] }) => timeline.length === 1)).toBe(true);
  });

  it("deletes the address when the link has expired", async () => {
    await brokerage.makeLead();
    const path = await link();
    lintel.clock.advance(7 * DAY);
    await brokerage.sweep();
    expect(await brokerage.requests()).toMatchObject([{ status: "done", email: null, token_hash: null }]);
    expect(outcome(await lintel.call(path))).toEqual(invalid);
  });

  it("is 404 for a token of another kind and an unknown one", async () => {
    await brokerage.makeLead();
    const confirmation = (await brokerage.confirmationPath("export", ADA)) as string;
    for (const path of [
      confirmation.replace("confirm", "exports"),
      "/api/privacy/exports/nonsense",
      `/api/privacy/exports/${"x".repeat(400)}`,
    ])
      expect(outcome(await lintel.call(path))).toEqual(invalid);
  });
});
