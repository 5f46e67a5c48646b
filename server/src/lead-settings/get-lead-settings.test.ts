import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrokerageFixture, openBrokerage, outcome } from "../../test/harness/brokerage-fixture.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { leadSettings } from "./index.ts";

const DEFAULTS = {
  response_target_seconds: 300,
  breach_alert: true,
  reminder_after_seconds: 600,
  broker_alert_after_seconds: 1800,
  reassign: false,
  reassign_after_seconds: 3600,
  final_escalation_after_seconds: 86_400,
  sms: false,
  push: true,
  contacting_timeout_days: 21,
  qualified_timeout_days: 180,
  follow_up_after_contact_days: 2,
  routing_strategy: "least_recently_assigned",
  primary_agent_id: null,
  time_zone: "America/Boise",
  quiet_start: "21:00",
  quiet_end: "08:00",
  postal_address: null,
  enforce_pipeline_type: false,
};

describe("getLeadSettings", () => {
  let lintel: TestApp;
  let admin: string;
  let north: BrokerageFixture;
  let south: BrokerageFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
    north = await openBrokerage(lintel, "north");
    south = await openBrokerage(lintel, "south");
  });
  afterAll(() => lintel.close());

  const get = (key: string, id = north.id) =>
    lintel.call(`/api/admin/brokerages/${id}/lead-settings`, { key });

  it("answers every default for a brokerage that has set nothing, to its brokers and to admins", async () => {
    for (const key of [admin, north.broker]) expect(outcome(await get(key))).toEqual([200, DEFAULTS]);
    expect(await leadSettings(lintel.services.db, north.id)).toEqual(DEFAULTS);
  });

  it("has the defaults that the table has", async () => {
    await lintel.database.db.insertInto("lead_settings").values({ brokerage_id: south.id }).execute();
    expect(outcome(await get(admin, south.id))).toEqual([200, DEFAULTS]);
  });

  it("returns defaults that callers cannot modify", async () => {
    const settings = await leadSettings(lintel.services.db, north.id);
    settings.response_target_seconds = 1;
    expect((await leadSettings(lintel.services.db, north.id)).response_target_seconds).toBe(300);
  });

  it("answers another's brokerage as a missing one, and refuses agents", async () => {
    const missing = [404, { detail: "Brokerage not found" }];
    expect(outcome(await get(south.broker))).toEqual(missing);
    expect(outcome(await get(await lintel.createKey("broker")))).toEqual(missing);
    expect(outcome(await get(admin, 2_147_483_647))).toEqual(missing);
    expect(outcome(await get(north.agent))).toEqual([403, { detail: "Broker or admin role required" }]);
  });
});
