import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { openVisitors, type Visitor, type VisitorFixture } from "../../test/harness/visitor-fixture.ts";

const DAY = 86_400_000;
let people = 0;

describe("signals of an identified visitor", () => {
  let lintel: TestApp;
  let brokerage: VisitorFixture;
  let visitor: Visitor;
  let email: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openVisitors(lintel, "known");
    await brokerage.hire("Ann");
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    visitor = await brokerage.startSession();
    email = `known-${++people}@visitors.test`;
  });

  const register = async (from: Visitor = visitor, fields: object = {}) => {
    const { status, body, text } = await from.call("/register", {
      method: "POST",
      body: { name: "Ada Lovelace", email, ...fields },
    });
    if (status !== 200) throw new Error(text);
    return Number(body.lead_id);
  };
  const lead = async (id: number) => (await brokerage.lead(id)).body;
  const score = async (id: number) => (await lead(id)).temperature.score;
  const signals = async (id: number) =>
    (
      await lintel.database.db
        .selectFrom("lead_signals")
        .select("kind")
        .where("lead_id", "=", id)
        .orderBy("kind")
        .execute()
    ).map(({ kind }) => kind);

  it("add heat to the lead of their registration: view 1, search 1, favorite 8, day with activity 2", async () => {
    const id = await register();
    expect(await score(id)).toBe(15);
    await visitor.report({ type: "property_view", listing_id: brokerage.eagle[0] });
    expect(await score(id)).toBe(18);
    await visitor.report({ type: "search_query", query: "pool" });
    expect(await score(id)).toBe(19);
    await visitor.report({ type: "favorite_added", listing_id: brokerage.eagle[0] });
    expect(await score(id)).toBe(27);
    await visitor.report(
      { type: "filter_change", filter: "beds", value: 3 },
      { type: "favorite_removed", listing_id: brokerage.eagle[0] },
      { type: "photo_engagement", listing_id: brokerage.eagle[0], photo_index: 0, dwell_ms: 9 },
    );
    expect(await score(id)).toBe(27);
  });

  it("count a favorite once when it is added repeatedly, and an event once when it is sent repeatedly", async () => {
    const id = await register();
    const favorite = { type: "favorite_added", listing_id: brokerage.eagle[0] };
    await visitor.report({ id: "a", ...favorite });
    await visitor.report({ id: "a", ...favorite }, { id: "b", ...favorite });
    const view = { id: "v", type: "property_view", listing_id: brokerage.eagle[0] };
    await Promise.all([visitor.report(view), visitor.report(view), visitor.report(view)]);
    expect(await signals(id)).toEqual(["favorite", "property_view", "registration", "site_visit"]);
  });

  it("include events from before the registration, at their own times", async () => {
    await visitor.view(...brokerage.eagle);
    lintel.clock.advance(14 * DAY);
    const id = await register();
    // 8 views and a day of visits, of which half is left after a half-life, and the registration.
    expect(await score(id)).toBe(20);
  });

  it("count each day with activity, and none in the future when a browser clock is ahead", async () => {
    const id = await register();
    const at = (ms: number) => new Date(lintel.clock.now().getTime() + ms).toISOString();
    await visitor.report(
      { type: "filter_change", filter: "beds", value: 1, timestamp: at(-2 * DAY) },
      { type: "filter_change", filter: "beds", value: 2, timestamp: at(-2 * DAY + 1000) },
      { type: "filter_change", filter: "beds", value: 3, timestamp: at(400 * DAY) },
    );
    expect(await signals(id)).toEqual(["registration", "site_visit", "site_visit"]);
    const row = await lintel.database.db
      .selectFrom("leads")
      .select("last_signal_at")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(row.last_signal_at).toEqual(lintel.clock.now());
  });

  it("come with the visitor's preferences, which are stored with the lead, mailed to the agent and kept up to date", async () => {
    await visitor.becomeCertain();
    await visitor.call("/sessions/preferences/notes", {
      method: "POST",
      body: { notes: "Near a good school" },
    });
    const id = await register();
    expect((await lead(id)).preferences).toMatchObject({
      locations: [{ value: "Eagle" }],
      price: { max: 560_000 },
      notes: "Near a good school",
    });
    const mail = await lintel.database.db
      .selectFrom("messages")
      .select("content")
      .where("lead_id", "=", id)
      .where("kind", "=", "new_lead")
      .executeTakeFirstOrThrow();
    const notified = JSON.stringify(mail.content);
    for (const words of ["Locations: Eagle", "$560,000", "In their own words: Near a good school"])
      expect(notified).toContain(words);
    lintel.clock.advance(1000);
    await visitor.report({ type: "filter_change", filter: "max_price", value: 610_000 });
    expect((await lead(id)).preferences.price.max).toBe(610_000);
    await visitor.call("/sessions/preferences", { method: "POST", body: { type: "bathrooms", value: 3 } });
    await visitor.report({ type: "search_query", query: "" });
    expect((await lead(id)).preferences.bathrooms).toMatchObject({ min: 3, source: "user_added" });
  });

  it("leave preferences empty without a session or without known preferences", async () => {
    const id = await register();
    const { lead_id } = (await brokerage.register()).body;
    expect([(await lead(id)).preferences, (await lead(Number(lead_id))).preferences]).toEqual([{}, {}]);
  });

  it("continue for a lead that registers again, but not from a browser that has not verified the email", async () => {
    const id = await register();
    const phone = await brokerage.startSession();
    await phone.report({ type: "search_query", query: "barn" });
    await phone.becomeCertain();
    expect(await register(phone)).toBe(id);
    const before = await score(id);
    await phone.report({ type: "search_query", query: "pool", id: "p" });
    expect([await score(id), (await lead(id)).preferences]).toEqual([before, {}]);
    await visitor.report({ type: "search_query", query: "pool", id: "p" });
    expect(await score(id)).toBe(before + 1 + 2);
  });

  it("count for the lead of a contact form and of a tour request", async () => {
    await visitor.view(...brokerage.eagle.slice(0, 4));
    const form = await visitor.call("/api/contact", {
      method: "POST",
      body: { firstName: "A", lastName: "B", email, subject: "Hi", message: "Hi" },
    });
    expect(await score(form.body.lead_id)).toBe(15 + 4 + 2);
    const other = await brokerage.startSession();
    await other.view(...brokerage.eagle.slice(0, 4));
    const tour = await other.call("/api/tours", {
      method: "POST",
      body: { listing_id: brokerage.eagle[0], name: "Cora", email: `tour-${email}` },
    });
    const { lead_id } = (await lintel.call(`/api/tours/${tour.body.id}`, { key: brokerage.broker })).body;
    expect(await score(lead_id)).toBe(25 + 4 + 2);
  });

  it("do not reach another brokerage's lead with the same email", async () => {
    const elsewhere = await openVisitors(lintel, `known-elsewhere-${people}`);
    const stranger = await elsewhere.startSession();
    const id = await register(stranger);
    const { body } = await elsewhere.lead(id);
    await register();
    await visitor.view(...brokerage.eagle);
    expect((await elsewhere.lead(id)).body.temperature).toEqual(body.temperature);
    // A session of the other domain has no effect here, beside any other header.
    const reply = await brokerage.register({ email: `x-${email}` }, { "x-session-id": stranger.id });
    expect((await lead(Number(reply.body.lead_id))).preferences).toEqual({});
  });

  it("survive concurrent registrations and reports", async () => {
    const id = await register();
    const deeds = Array.from({ length: 12 }, (_, at) =>
      at % 3 === 0 ? register() : visitor.report({ id: `s${at}`, type: "search_query", query: "pool" }),
    );
    for (const done of await Promise.all(deeds)) {
      if (typeof done === "number") expect(done).toBe(id);
      else expect(done.status).toBe(200);
    }
    expect((await signals(id)).filter((kind) => kind === "search")).toHaveLength(8);
  });

  it("stay with the first person identified in a browser: another person's lead gets none", async () => {
    await visitor.becomeCertain();
    await visitor.call("/sessions/preferences/notes", {
      method: "POST",
      body: { notes: "Near a good school" },
    });
    const first = await register();
    const second = await register(visitor, { name: "Grace Hopper", email: `other-${email}` });
    expect(await score(second)).toBe(15);
    expect((await lead(second)).preferences).toEqual({});
    const before = await score(first);
    await visitor.report({ type: "search_query", query: "pool" });
    expect([await score(first), await score(second)]).toEqual([before + 1, 15]);
  });
});
