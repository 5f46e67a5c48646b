import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome } from "../../test/harness/brokerage-fixture.ts";
import { sendForm } from "../../test/harness/contact-form.ts";
import { openFavorites } from "../../test/harness/favorites-fixture.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { openVisitors, type Visitor, type VisitorFixture } from "../../test/harness/visitor-fixture.ts";

type Headers = Record<string, string>;
const refusals: Headers[] = [{ "sec-gpc": "1" }, { dnt: "1" }, { "sec-gpc": "1", dnt: "0" }];

describe("a visitor who refuses to be tracked", () => {
  let lintel: TestApp;
  let brokerage: VisitorFixture;
  let other: VisitorFixture;
  let visitor: Visitor;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openVisitors(lintel, `refusing-${++made}`);
    other = await openVisitors(lintel, `refusing-other-${made}`);
    visitor = await brokerage.startSession();
  });

  const begin = (headers: Headers, { host } = brokerage) =>
    lintel.call("/sessions", { method: "POST", host, headers });
  const sessions = async () =>
    (await lintel.database.db.selectFrom("visitor_sessions").selectAll().orderBy("id").execute()).filter(
      ({ brokerage_id }) => [brokerage.id, other.id].includes(brokerage_id),
    );
  const events = () =>
    lintel.database.db
      .selectFrom("visitor_events")
      .select("id")
      .where("session_id", "=", visitor.id)
      .execute();
  const body = () => ({
    events: [{ type: "search_query", query: "a pool", timestamp: lintel.clock.now().toISOString() }],
  });

  it.each(refusals)("gets no session and no cookie: %j", async (refusal) => {
    const before = await sessions();
    for (const tenant of [brokerage, other]) {
      const named: Headers[] = [{}, { "x-session-id": visitor.id }, { "idempotency-key": randomUUID() }];
      for (const headers of named) {
        const reply = await begin({ ...refusal, ...headers }, tenant);
        expect([reply.status, reply.text, reply.headers["set-cookie"]]).toEqual([204, "", undefined]);
      }
    }
    expect(await sessions()).toEqual(before);
  });

  it.each<Headers>([{ "sec-gpc": "0" }, { dnt: "0" }, { dnt: "null" }, { "sec-gpc": "true" }])(
    "is not one with %j",
    async (headers) => {
      expect((await begin(headers)).status).toBe(201);
    },
  );

  it.each(refusals)("has no events stored, in the session of an earlier day: %j", async (refusal) => {
    const before = await sessions();
    lintel.clock.advance(3_600_000);
    const dropped = [200, { success: true, processed: 0, updated_preferences: [] }];
    const sent = { method: "POST", host: brokerage.host, body: body() } as const;
    const byHeader = { ...refusal, "x-session-id": visitor.id };
    expect(outcome(await lintel.call("/sessions/events", { ...sent, headers: byHeader }))).toEqual(dropped);
    const byCookie = { ...refusal, cookie: `session_id=${visitor.id}` };
    expect(outcome(await lintel.call("/sessions/events", { ...sent, headers: byCookie }))).toEqual(dropped);
    const beacon = await lintel.call("/sessions/events", {
      ...sent,
      headers: { ...refusal, "content-type": "text/plain" },
      body: JSON.stringify({ session_id: visitor.id, ...body() }),
    });
    expect(outcome(beacon)).toEqual(dropped);
    expect(outcome(await lintel.call("/sessions/events", { ...sent, headers: refusal }))).toEqual(dropped);
    expect([await events(), await sessions()]).toEqual([[], before]);
  });

  it("has no visit attached to a form or a sign-in, although an earlier session is named", async () => {
    await visitor.view(brokerage.eagle[0] as string);
    const headers = { "sec-gpc": "1", "x-session-id": visitor.id };
    await sendForm(lintel, brokerage.host, {}, headers);
    const favorites = await openFavorites(lintel, `refusing-client-${made}`);
    const { session_id } = (await begin({}, { host: favorites.host } as VisitorFixture)).body;
    await favorites.verify(await favorites.newToken("ada@visitors.test"), {
      "sec-gpc": "1",
      "x-session-id": session_id,
    });
    const linked = await lintel.database.db
      .selectFrom("visitor_sessions")
      .select(["lead_id", "client_id"])
      .where("id", "in", [visitor.id, session_id])
      .execute();
    expect(linked).toEqual(Array(2).fill({ lead_id: null, client_id: null }));
    await sendForm(lintel, brokerage.host, {}, { "x-session-id": visitor.id });
    const [own] = (await sessions()).filter(({ id }) => id === visitor.id);
    expect(own?.lead_id).not.toBeNull();
  });

  it("is treated like staff who are signed in", async () => {
    const before = await sessions();
    const cookie = `session_id=${visitor.id}; lintel_staff=signed-in`;
    expect((await begin({ cookie })).status).toBe(204);
    const sent = { method: "POST", host: brokerage.host, body: body() } as const;
    const nothing = [200, { success: true, processed: 0, updated_preferences: [] }];
    expect(outcome(await lintel.call("/sessions/events", { ...sent, headers: { cookie } }))).toEqual(nothing);
    expect([await sessions(), await events()]).toEqual([before, []]);
  });

  it("can still read what was stored before, and have it deleted", async () => {
    const headers = { "sec-gpc": "1" };
    expect((await visitor.call("/sessions/preferences", { headers })).status).toBe(200);
    expect((await visitor.call("/sessions/clear", { method: "POST", headers })).status).toBe(200);
    expect((await sessions()).map(({ id }) => id)).not.toContain(visitor.id);
  });
});
