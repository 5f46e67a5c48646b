import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  auditOf,
  type BrokerageFixture,
  openBrokerage,
  outcome,
  validationErrors,
} from "../../test/harness/brokerage-fixture.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

describe("updateLeadSettings", () => {
  let lintel: TestApp;
  let admin: string;
  let brokerage: BrokerageFixture;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
  });
  beforeEach(async () => {
    brokerage = await openBrokerage(lintel, `office-${++made}`);
  });
  afterAll(() => lintel.close());

  const update = (body: unknown, { key = brokerage.broker, id = brokerage.id } = {}) =>
    lintel.call(`/api/admin/brokerages/${id}/lead-settings`, { method: "PUT", key, body });
  const read = async () =>
    (await lintel.call(`/api/admin/brokerages/${brokerage.id}/lead-settings`, { key: admin })).body;

  it("changes only what is sent, from the defaults on", async () => {
    const defaults = await read();
    const first = await update({ response_target_seconds: 60, sms: true });
    expect(outcome(first)).toEqual([200, { ...defaults, response_target_seconds: 60, sms: true }]);
    const second = await update(
      { sms: false, time_zone: "Europe/Berlin", quiet_start: "22:30" },
      { key: admin },
    );
    expect(second.body).toEqual({
      ...defaults,
      response_target_seconds: 60,
      time_zone: "Europe/Berlin",
      quiet_start: "22:30",
    });
    expect(await read()).toEqual(second.body);
    expect(outcome(await update({ colour: "red", brokerage_id: 1 }))).toEqual([200, second.body]);
    expect(outcome(await update({}))).toEqual([200, second.body]);
    expect(outcome(await update(second.body))).toEqual([200, second.body]);
  });

  it("changes nothing, and writes no audit row, for values that are there already", async () => {
    const { body } = await update({ sms: true, postal_address: "1 Oak St" });
    const stored = () =>
      lintel.database.db
        .selectFrom("lead_settings")
        .selectAll()
        .where("brokerage_id", "=", brokerage.id)
        .execute();
    const [before, audited] = [await stored(), await auditOf(lintel, "lead_settings", brokerage.id)];
    lintel.clock.advance(60_000);
    for (const same of [{ sms: true }, body]) expect((await update(same)).body).toEqual(body);
    expect([await stored(), await auditOf(lintel, "lead_settings", brokerage.id)]).toEqual([before, audited]);
  });

  it("takes every setting, at its limits too", async () => {
    const { id: agent } = await lintel.createAgent(brokerage.id);
    const settings = {
      response_target_seconds: 1,
      breach_alert: false,
      reminder_after_seconds: 31_536_000,
      broker_alert_after_seconds: 1,
      reassign: true,
      reassign_after_seconds: 1,
      final_escalation_after_seconds: 1,
      sms: true,
      push: false,
      contacting_timeout_days: 1,
      qualified_timeout_days: 3650,
      follow_up_after_contact_days: 0,
      routing_strategy: "primary_agent",
      primary_agent_id: agent,
      time_zone: "UTC",
      quiet_start: "00:00",
      quiet_end: "23:59",
      postal_address: "PO Box 1\nBoise, ID 83702",
      enforce_pipeline_type: true,
    };
    expect(outcome(await update(settings))).toEqual([200, settings]);
    expect(await read()).toEqual(settings);
    const cleared = { primary_agent_id: null, postal_address: null };
    expect((await update(cleared)).body).toEqual({ ...settings, ...cleared });
    for (const routing_strategy of ["least_recently_assigned", "weighted", "semantic_match"])
      expect((await update({ routing_strategy })).body.routing_strategy).toBe(routing_strategy);
  });

  it.each([
    ["response_target_seconds", 0, "response_target_seconds must be between 1 and 31536000"],
    ["response_target_seconds", 1.5, "response_target_seconds must be an integer"],
    ["response_target_seconds", "300", "response_target_seconds must be an integer"],
    ["response_target_seconds", null, "response_target_seconds must be an integer"],
    ["reassign_after_seconds", 31_536_001, "reassign_after_seconds must be between 1 and 31536000"],
    ["reminder_after_seconds", -1, "reminder_after_seconds must be between 1 and 31536000"],
    [
      "final_escalation_after_seconds",
      1e300,
      "final_escalation_after_seconds must be between 1 and 31536000",
    ],
    ["contacting_timeout_days", 0, "contacting_timeout_days must be between 1 and 3650"],
    ["follow_up_after_contact_days", -1, "follow_up_after_contact_days must be between 0 and 3650"],
    ["sms", "on", "sms must be true or false"],
    ["push", null, "push must be true or false"],
    [
      "routing_strategy",
      "random",
      "routing_strategy must be one of least_recently_assigned, weighted, primary_agent, semantic_match",
    ],
    ["time_zone", "Mars/Base", "time_zone must be a valid time zone, such as America/Boise"],
    ["time_zone", "+02:00", "time_zone must be a valid time zone, such as America/Boise"],
    ["quiet_start", "24:00", "quiet_start must be a valid time of day in the form HH:MM"],
    ["quiet_end", "8:00", "quiet_end must be a valid time of day in the form HH:MM"],
    ["quiet_end", null, "quiet_end must be text"],
    ["postal_address", "a".repeat(501), "postal_address must be at most 500 characters"],
    ["primary_agent_id", "1", "primary_agent_id must be an integer or null"],
    ["primary_agent_id", 2_147_483_648, "primary_agent_id must be between 1 and 2147483647"],
  ])("refuses %s %j, and changes nothing", async (field, value, message) => {
    const before = await read();
    const reply = await update({ enforce_pipeline_type: true, [field]: value });
    expect(validationErrors(reply)).toEqual([422, [[`body.${field}`, message]]]);
    expect(await read()).toEqual(before);
  });

  it("accepts only an active agent of the brokerage as primary agent", async () => {
    const other = await openBrokerage(lintel, `other-${made}`);
    const refused = [
      (await lintel.createAgent(other.id)).id,
      (await lintel.createAgent(brokerage.id, { status: "inactive" })).id,
      (await lintel.createAgent(brokerage.id, { disabled_at: "2026-01-01T00:00:00Z" })).id,
      2_147_483_647,
    ];
    const message = "primary_agent_id must be an active agent of the brokerage";
    for (const primary_agent_id of refused)
      expect(validationErrors(await update({ primary_agent_id }))).toEqual([
        422,
        [["body.primary_agent_id", message]],
      ]);
    const { id } = await lintel.createAgent(brokerage.id);
    expect((await update({ primary_agent_id: id })).body.primary_agent_id).toBe(id);
  });

  it("lets other settings change after the primary agent has become inactive", async () => {
    const { id } = await lintel.createAgent(brokerage.id);
    await update({ primary_agent_id: id });
    await lintel.database.db.updateTable("agents").set({ status: "inactive" }).where("id", "=", id).execute();
    expect(outcome(await update({ sms: true }))).toMatchObject([200, { sms: true, primary_agent_id: id }]);
  });

  it("loses none of several changes made at the same time, the first ones too", async () => {
    const changes = [{ sms: true }, { push: false }, { reassign: true }, { quiet_start: "20:00" }];
    const replies = await Promise.all(changes.map((change) => update(change)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await read()).toMatchObject(Object.assign({}, ...changes));
  });

  it("answers another's brokerage as a missing one, and refuses agents", async () => {
    const missing = [404, { detail: "Brokerage not found" }];
    const other = await openBrokerage(lintel, `other-${made}`);
    expect(outcome(await update({ sms: true }, { key: other.broker }))).toEqual(missing);
    expect(outcome(await update({ sms: true }, { key: admin, id: 2_147_483_647 }))).toEqual(missing);
    expect(outcome(await update({ sms: true }, { key: brokerage.agent }))).toEqual([
      403,
      { detail: "Broker or admin role required" },
    ]);
    expect((await read()).sms).toBe(false);
  });

  it("leaves an audit row of what differs", async () => {
    await update({ sms: true, push: true });
    expect(await auditOf(lintel, "lead_settings", brokerage.id)).toEqual([
      {
        action: "update",
        actor_name: "broker key",
        brokerage_id: brokerage.id,
        before: { sms: false },
        after: { sms: true },
      },
    ]);
  });
});
