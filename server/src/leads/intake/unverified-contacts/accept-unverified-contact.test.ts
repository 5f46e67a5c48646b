import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome } from "../../../../test/harness/brokerage-fixture.ts";
import { openRouting, type RoutingFixture } from "../../../../test/harness/routing-fixture.ts";
import { startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";

const ada = { name: "Ada Lovelace", email: "ada@visitors.test", phone: "208-555-0101" };
const NEW_PHONE = "208-555-0199";

describe("acceptUnverifiedContact", () => {
  let lintel: TestApp;
  let brokerage: RoutingFixture;
  let agent: number;
  let lead: number;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openRouting(lintel, `accepting-${++made}`);
    agent = await brokerage.hire("Ann");
    lead = (await brokerage.registered(ada)).id;
  });

  const timeline = async (id = lead) =>
    (await lintel.call(`/api/v1/admin/leads/${id}/transitions`, { key: brokerage.broker })).body.events as {
      id: number;
      event_type: string;
      actor: { type: string };
      payload: Record<string, unknown>;
    }[];
  const unverified = async () => {
    const found = (await timeline()).findLast(({ event_type }) => event_type === "unverified_contact");
    if (!found) throw new Error("There is no unverified contact");
    return found;
  };
  const accept = (event: number, key = brokerage.broker, id = lead, headers = {}) =>
    lintel.call(`/api/v1/admin/leads/${id}/unverified-contacts/${event}/accept`, {
      method: "POST",
      key,
      headers,
    });
  const audited = () =>
    lintel.database.db
      .selectFrom("audit_log")
      .select(["actor_type", "before", "after"])
      .where("target_type", "=", "lead")
      .where("target_id", "=", String(lead))
      .execute();

  it("takes over the phone, with a row on the timeline and in the audit log", async () => {
    await brokerage.registered({ ...ada, phone: NEW_PHONE });
    const { id, payload, actor } = await unverified();
    expect([payload, actor.type]).toEqual([
      { intake: "website_registration", name: ada.name, phone: NEW_PHONE },
      "visitor",
    ]);
    const { status, body } = await accept(id);
    expect([status, body.lead_id, body.phone]).toEqual([200, lead, NEW_PHONE]);
    expect((await brokerage.lead(lead)).body.phone).toBe(NEW_PHONE);
    expect((await timeline()).at(-1)).toMatchObject({
      event_type: "unverified_contact_accepted",
      payload: { event_id: id, fields: ["phone"] },
      actor: { type: "api_key" },
    });
    expect(await audited()).toEqual([
      { actor_type: "api_key", before: { phone: ada.phone }, after: { phone: NEW_PHONE } },
    ]);
  });

  it("takes over what was read, with If-Match, and nothing when the lead has changed since", async () => {
    await brokerage.registered({ ...ada, phone: NEW_PHONE });
    const { id } = await unverified();
    const version = async () => ({ "if-match": String((await brokerage.lead(lead)).headers.etag) });
    const stale = await version();
    await lintel.call(`/api/v1/admin/leads/${lead}`, {
      method: "PATCH",
      key: brokerage.broker,
      body: { phone: "208-555-0177" },
    });
    expect((await accept(id, brokerage.broker, lead, stale)).status).toBe(412);
    expect((await brokerage.lead(lead)).body.phone).toBe("208-555-0177");
    expect((await accept(id, brokerage.broker, lead, await version())).status).toBe(200);
    expect((await brokerage.lead(lead)).body.phone).toBe(NEW_PHONE);
  });

  it("is shown in the lead until it is done, and told to the agent once", async () => {
    const open = async () => (await brokerage.lead(lead)).body.unverified_contacts;
    expect(await open()).toBe(0);
    for (let at = 0; at < 3; at++) await brokerage.registered({ ...ada, phone: NEW_PHONE });
    expect(await open()).toBe(1);
    const announced = await lintel.database.db
      .selectFrom("messages")
      .select("content")
      .where("lead_id", "=", lead)
      .where("kind", "=", "lead_returned")
      .execute();
    expect(announced).toEqual([
      { content: expect.objectContaining({ data: expect.objectContaining({ otherPhone: NEW_PHONE }) }) },
    ]);
    await accept((await unverified()).id);
    expect(await open()).toBe(0);
  });

  it("takes over the preferences of the session that the form was sent with", async () => {
    const { session_id } = (await lintel.call("/sessions", { method: "POST", host: brokerage.host })).body;
    const headers = { "x-session-id": session_id };
    const body = { type: "bedrooms", value: 4 };
    await lintel.call("/sessions/preferences", { method: "POST", host: brokerage.host, headers, body });
    await brokerage.register(ada, headers);
    expect((await brokerage.lead(lead)).body.preferences).toEqual({});
    const accepted = await accept((await unverified()).id);
    expect(accepted.body.preferences).toMatchObject({ bedrooms: { min: 4 } });
  });

  it("is the assigned agent's to do, and no other agent's", async () => {
    const other = await brokerage.hire("Bob");
    await brokerage.registered({ ...ada, phone: NEW_PHONE });
    const { id } = await unverified();
    const keyOf = (agentId: number) => lintel.createKey("agent", { brokerageId: brokerage.id, agentId });
    expect(outcome(await accept(id, await keyOf(other)))).toEqual([404, { detail: "Lead not found" }]);
    expect((await accept(id, await keyOf(agent))).status).toBe(200);
  });

  it("is done once, of any number at once", async () => {
    await brokerage.registered({ ...ada, phone: NEW_PHONE });
    const { id } = await unverified();
    const replies = await Promise.all(Array.from({ length: 5 }, () => accept(id)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    expect(outcome(await accept(id))).toEqual([
      409,
      { detail: "This unverified contact was accepted already" },
    ]);
    expect(await audited()).toHaveLength(1);
  });

  it("answers 404 for another row of the timeline, and for another lead's", async () => {
    const [arrival] = await timeline();
    const missing = [404, { detail: "Unverified contact not found" }];
    expect(outcome(await accept(arrival?.id as number))).toEqual(missing);
    await brokerage.registered({ ...ada, phone: NEW_PHONE });
    const { id: other } = await brokerage.registered();
    expect(outcome(await accept((await unverified()).id, brokerage.broker, other))).toEqual(missing);
  });

  it("keeps no more than twenty a day of one lead", async () => {
    for (let at = 0; at < 25; at++)
      await brokerage.registered({ ...ada, phone: `208-555-${String(1000 + at)}` });
    const rows = await timeline();
    expect(rows.filter(({ event_type }) => event_type === "unverified_contact")).toHaveLength(20);
  });
});
