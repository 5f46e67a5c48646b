import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openRouting, type RoutingFixture } from "../../../../test/harness/routing-fixture.ts";
import { startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";

const DAY = 24 * 3_600_000;
const ada = { name: "Ada Lovelace", email: "ada@visitors.test", phone: "208-555-0101" };
const home = { "x-forwarded-for": "203.0.113.1" };
const elsewhere = { "x-forwarded-for": "198.51.100.7" };

/** A public form does not verify its sender. */
describe("registerClient, in the name of a known person", () => {
  let lintel: TestApp;
  let brokerage: RoutingFixture;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp({ TRUST_PROXY: "true" });
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openRouting(lintel, `strangers-${++made}`);
    for (const name of ["Ann", "Bob", "Cem"]) await brokerage.hire(name);
  });

  const stored = (id: number) =>
    lintel.database.db.selectFrom("leads").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const leads = async () => (await lintel.call("/api/v1/admin/leads", { key: brokerage.broker })).body.total;
  const registers = async (person: object, headers: Record<string, string>) => {
    const { status, body } = await brokerage.register(person, headers);
    expect(status).toBe(200);
    return body;
  };

  it("changes nothing of the lead but its last contact, wherever it comes from", async () => {
    const first = await registers(ada, home);
    const before = await stored(Number(first.lead_id));
    for (const from of [home, elsewhere]) {
      lintel.clock.advance(2 * DAY);
      await registers({ ...ada, phone: "208-555-6666" }, from);
    }
    const after = await stored(Number(first.lead_id));
    const moved = Object.keys(after).filter(
      (name) => JSON.stringify(after[name as never]) !== JSON.stringify(before[name as never]),
    );
    expect(moved.toSorted()).toEqual(["heat", "last_contact", "last_signal_at", "updated_at"]);
    expect(await leads()).toBe(1);
  });

  it("gives an unrecognized sender the reply for a new person: an unused lead id, and the next agent in turn", async () => {
    const known = await registers(ada, home);
    expect(known.assigned_agent.name).toBe("Ann");
    lintel.clock.advance(2 * DAY);
    const before = await registers({ name: "New One", email: "one@visitors.test" }, elsewhere);
    const unrecognized = await registers(ada, elsewhere);
    const after = await registers({ name: "New Two", email: "two@visitors.test" }, elsewhere);
    expect(Object.keys(unrecognized)).toEqual(Object.keys(after));
    const ids = [before, unrecognized, after].map(({ lead_id }) => Number(lead_id));
    expect(ids).toEqual(ids.toSorted((one, other) => one - other));
    expect(new Set([known.lead_id, ...ids.map(String)]).size).toBe(4);
    expect(unrecognized.assigned_agent.name).toBe("Cem");
    expect((await brokerage.lead(Number(unrecognized.lead_id))).status).toBe(404);
  });

  it("tells the lead to whom it knows again: by the address of the lead's form, or by its session", async () => {
    const { session_id } = (
      await lintel.call("/sessions", { method: "POST", host: brokerage.host, headers: home })
    ).body;
    const first = await registers(ada, { ...home, "x-session-id": session_id });
    expect(await registers(ada, home)).toEqual(first);
    expect(await registers(ada, { ...elsewhere, "x-session-id": session_id })).toEqual(first);
  });

  it("is not known again by a session that has registered in the same name before", async () => {
    const first = await registers(ada, home);
    const { session_id } = (
      await lintel.call("/sessions", { method: "POST", host: brokerage.host, headers: elsewhere })
    ).body;
    for (let at = 0; at < 3; at++) {
      const reply = await registers(ada, { ...elsewhere, "x-session-id": session_id });
      expect(reply.lead_id).not.toBe(first.lead_id);
    }
    const { lead_id } = await lintel.database.db
      .selectFrom("visitor_sessions")
      .select("lead_id")
      .where("id", "=", session_id)
      .executeTakeFirstOrThrow();
    expect(lead_id).toBeNull();
  });
});
