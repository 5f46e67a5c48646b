import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type FavoritesFixture, openFavorites } from "../../../test/harness/favorites-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

const ADA = "ada@visitors.test";

/** What a visitor has done before they are identified. */
describe("verifyMagicLink and sessions", () => {
  let lintel: TestApp;
  let brokerage: FavoritesFixture;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openFavorites(lintel, `sessions-${++made}`);
  });

  async function begin({ host } = brokerage): Promise<string> {
    const { status, body } = await lintel.call("/sessions", { method: "POST", host });
    if (status !== 201) throw new Error(`the session was answered with ${status}`);
    return body.session_id;
  }

  async function likes(session: string, ...listings: string[]): Promise<void> {
    const timestamp = lintel.clock.now().toISOString();
    const { status, text } = await lintel.call("/sessions/events", {
      method: "POST",
      host: brokerage.host,
      headers: { "x-session-id": session },
      body: { events: listings.map((listing_id) => ({ type: "favorite_added", listing_id, timestamp })) },
    });
    if (status !== 200) throw new Error(`the events were answered with ${status}: ${text}`);
  }

  const clientOfSession = async (session: string) =>
    (
      await lintel.database.db
        .selectFrom("visitor_sessions")
        .select("client_id")
        .where("id", "=", session)
        .executeTakeFirst()
    )?.client_id;

  const signals = async (lead: number) =>
    (
      await lintel.database.db
        .selectFrom("lead_signals")
        .select("origin")
        .where("lead_id", "=", lead)
        .execute()
    )
      .map(({ origin }) => origin ?? "")
      .filter((origin) => origin.startsWith("favorite:"))
      .toSorted();

  it("links the requesting session when the link is opened in it", async () => {
    const session = await begin();
    const token = await brokerage.newToken(ADA, { "x-session-id": session });
    const { body } = await brokerage.verify(token, { "x-session-id": session });
    expect(await clientOfSession(session)).toBe(body.client_id);
  });

  it("does not link the requesting session when the link is opened in another browser", async () => {
    const lead = await brokerage.makeLead({ email: ADA });
    const stranger = await begin();
    await likes(stranger, "A");
    for (const opened of ["", await begin()]) {
      const token = await brokerage.newToken(ADA, { "x-session-id": stranger });
      expect((await brokerage.verify(token, { "x-session-id": opened })).status).toBe(200);
      expect(await clientOfSession(stranger)).toBeNull();
    }
    await likes(stranger, "B");
    expect(await signals(lead)).toEqual([]);
  });

  it("links the session that uses it, named by X-Session-ID or by the cookie", async () => {
    for (const header of ["x-session-id", "cookie"]) {
      const session = await begin();
      const named = header === "cookie" ? `session_id=${session}` : session;
      const { body } = await brokerage.verify(await brokerage.newToken(ADA), { [header]: named });
      expect([header, await clientOfSession(session)]).toEqual([header, body.client_id]);
    }
  });

  it("links the session that uses the link, and not the one that requested it", async () => {
    const [asking, using] = [await begin(), await begin()];
    const first = await brokerage.verify(await brokerage.newToken(ADA, { "x-session-id": asking }), {
      "x-session-id": using,
    });
    expect([await clientOfSession(asking), await clientOfSession(using)]).toEqual([
      null,
      first.body.client_id,
    ]);
    const second = await brokerage.verify(await brokerage.newToken(ADA, { "x-session-id": using }), {
      "x-session-id": using,
    });
    expect(second.status).toBe(200);
  });

  it("links no session of another tenant, no deleted one, and none without a header", async () => {
    const other = await openFavorites(lintel, `sessions-${++made}`);
    const foreign = await begin(other);
    const unlinked = await begin();
    const token = await brokerage.newToken(ADA, { "x-session-id": foreign });
    const { status } = await brokerage.verify(token, { "x-session-id": foreign });
    expect(status).toBe(200);
    const gone = "6f1c1c1e-0f5e-4a52-9b5a-0d4c8f0e2a11";
    for (const name of [gone, "nonsense", ""])
      expect((await brokerage.verify(await brokerage.newToken(ADA), { "x-session-id": name })).status).toBe(
        200,
      );
    expect(await clientOfSession(foreign)).toBeNull();
    expect(await clientOfSession(unlinked)).toBeNull();
  });

  it("adds the session's signals to the leads with that email, and to no others", async () => {
    const lead = await brokerage.makeLead({ email: "Ada@Visitors.test" });
    const otherPerson = await brokerage.makeLead({ email: "bob@visitors.test" });
    const session = await begin();
    await likes(session, "A", "B");
    expect(await signals(lead)).toEqual([]);
    await brokerage.verify(await brokerage.newToken(ADA), { "x-session-id": session });
    expect(await signals(lead)).toEqual(["favorite:A", "favorite:B"]);
    expect(await signals(otherPerson)).toEqual([]);
    const { body } = await brokerage.read(lead);
    expect(body.temperature.score).toBeGreaterThanOrEqual(16);
  });

  it("counts a favorite once, whether it was reported by the session, a sync or both", async () => {
    const lead = await brokerage.makeLead({ email: ADA });
    const session = await begin();
    await likes(session, "A");
    const { body } = await brokerage.verify(await brokerage.newToken(ADA), { "x-session-id": session });
    await brokerage.sync(body.auth_token, ["A", "B"]);
    await likes(session, "B", "C");
    await brokerage.sync(body.auth_token, ["B", "C"]);
    expect(await signals(lead)).toEqual(["favorite:A", "favorite:B", "favorite:C"]);
  });

  it("does not link a session of another client or of another person's lead", async () => {
    const open = async (email: string, session: string) =>
      brokerage.verify(await brokerage.newToken(email), { "x-session-id": session });
    const ofAda = await begin();
    await open(ADA, ofAda);
    const before = await clientOfSession(ofAda);
    await likes(ofAda, "A");
    const bob = await brokerage.makeLead({ email: "bob@visitors.test" });
    await open("bob@visitors.test", ofAda);
    expect([await clientOfSession(ofAda), await signals(bob)]).toEqual([before, []]);

    const registered = await begin();
    await lintel.call("/register", {
      method: "POST",
      host: brokerage.host,
      headers: { "x-session-id": registered },
      body: { name: "Ada Lovelace", email: ADA },
    });
    await open("bob@visitors.test", registered);
    expect(await clientOfSession(registered)).toBeNull();
    await open(ADA, registered);
    expect(await clientOfSession(registered)).toBe(before);
  });
});
