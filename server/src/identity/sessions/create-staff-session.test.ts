import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cookieOf } from "../../../test/harness/client-cookie.ts";
import { recordedLog } from "../../../test/harness/recorded-log.ts";
import {
  CONSOLE,
  openStaff,
  STAFF_SESSIONS,
  type StaffFixture,
  tokenOf,
} from "../../../test/harness/staff-fixture.ts";
import { linkUrl, printedLink } from "../index.ts";

const MINUTE = 60_000;

describe("createStaffSession by a link", () => {
  let staff: StaffFixture;
  let north: { id: number; host: string };
  let email: string;
  let made = 0;
  const { lines, log } = recordedLog();
  beforeAll(async () => {
    staff = await openStaff({}, { log });
  });
  afterAll(() => staff.close());
  beforeEach(async () => {
    north = await staff.lintel.createTenant(`session-${++made}`);
    email = `ann-${made}@agents.test`;
  });
  const makeAgent = () => staff.lintel.createAgent(north.id, { email });
  const refusedAs = (text: string) => [401, { detail: `This sign-in link ${text} Request a new one.` }];
  const outcomeOf = ({ status, body }: { status: number; body: unknown }) => [status, body];

  it("signs an agent in, with a cookie that no script, no other host and no http page can read", async () => {
    const { id } = await makeAgent();
    const reply = await staff.redeem(north.host, await staff.newToken(north.host, email));
    expect(reply.headers["set-cookie"]).toMatch(
      /^__Host-lintel_staff=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(reply.headers["cache-control"]).toBe("no-store");
    const user = {
      id: expect.any(Number),
      email,
      role: "agent",
      brokerage_id: north.id,
      broker_id: north.id,
      agent_id: id,
    };
    expect([reply.status, reply.body]).toEqual([
      201,
      { session: expect.objectContaining({ method: "email_link", is_current: true }), user },
    ]);
    const me = await staff.send(north.host, "/api/admin/me", { cookie: cookieOf(reply.headers) });
    expect([me.status, me.body.user]).toEqual([200, user]);
  });

  it("of 100 uses of one link at once, one signs in: one session works", async () => {
    await makeAgent();
    const token = await staff.newToken(north.host, email);
    const replies = await Promise.all(Array.from({ length: 100 }, () => staff.redeem(north.host, token)));
    const cookies = replies
      .filter(({ headers }) => headers["set-cookie"])
      .map((each) => cookieOf(each.headers));
    const statuses = await Promise.all(cookies.map((cookie) => staff.status(north.host, cookie)));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    const refused = replies.filter(({ status }) => status !== 201).map(outcomeOf);
    expect(refused).toEqual(Array(99).fill(refusedAs("has already been used.")));
  });

  it("is not used up by scanners that open the link", async () => {
    await makeAgent();
    const token = await staff.newToken(north.host, email);
    const page = new URL(linkUrl(`https://${north.host}`, token)).pathname;
    for (const url of [page, `${page}?token=${token}`, `${STAFF_SESSIONS}?token=${token}`]) {
      for (const method of ["GET", "HEAD"] as const)
        await staff.lintel.app.inject({
          method,
          url,
          headers: { host: north.host, "x-forwarded-proto": "https" },
        });
    }
    expect((await staff.redeem(north.host, token)).status).toBe(201);
  });

  it("refuses a link that is forged, expired, used, or another brokerage's", async () => {
    await makeAgent();
    const other = await staff.lintel.createTenant(`other-${made}`);
    const token = await staff.newToken(north.host, email);
    for (const forged of [`${token.slice(0, -1)}!`, token.repeat(5)])
      expect(outcomeOf(await staff.redeem(north.host, forged))).toEqual(refusedAs("is not valid here."));
    for (const host of [other.host, "localhost"])
      expect(outcomeOf(await staff.redeem(host, token))).toEqual(refusedAs("is not valid here."));
    staff.lintel.clock.advance(15 * MINUTE);
    expect(outcomeOf(await staff.redeem(north.host, token))).toEqual(refusedAs("has expired."));
    const fresh = await staff.newToken(north.host, email);
    expect((await staff.redeem(north.host, fresh)).status).toBe(201);
    expect(outcomeOf(await staff.redeem(north.host, fresh))).toEqual(refusedAs("has already been used."));
  });

  it("refuses a link whose owner is disabled, or has another address, meanwhile", async () => {
    const { id } = await makeAgent();
    const token = await staff.newToken(north.host, email);
    const { db } = staff.lintel.database;
    await db.updateTable("agents").set({ email: "new@agents.test" }).where("id", "=", id).execute();
    expect((await staff.redeem(north.host, token)).status).toBe(401);
    await db
      .updateTable("agents")
      .set({ email, disabled_at: staff.lintel.clock.now() })
      .where("id", "=", id)
      .execute();
    expect((await staff.redeem(north.host, token)).status).toBe(401);
  });

  it("signs a broker contact in as a broker, although they are an agent too", async () => {
    const { id } = await makeAgent();
    await staff.makeContact(north.id, email.toUpperCase());
    const { body } = await staff.redeem(north.host, await staff.newToken(north.host, email));
    expect(body.user).toMatchObject({ role: "broker", brokerage_id: north.id, agent_id: id });
  });

  it("takes a brokerage's link at CONSOLE_URL, where /console of its domain leads, for that brokerage alone", async () => {
    const other = await staff.lintel.createTenant(`other-${made}`);
    const { id } = await makeAgent();
    await staff.makeContact(other.id, email);
    await staff.makeAdmin(email);
    const token = await staff.newToken(north.host, email);
    const { status, body } = await staff.redeem(CONSOLE, token);
    expect([status, body.user]).toEqual([
      201,
      expect.objectContaining({ role: "agent", brokerage_id: north.id, agent_id: id }),
    ]);
    expect((await staff.redeem(north.host, token)).status).toBe(401);
  });

  it("lets one choose at CONSOLE_URL, and uses the link up with the choice", async () => {
    const other = await staff.lintel.createTenant(`other-${made}`);
    await makeAgent();
    await staff.makeContact(other.id, email);
    await staff.makeAdmin(email);
    const token = await staff.newToken(CONSOLE, email);
    const { status, body } = await staff.redeem(CONSOLE, token);
    expect([status, body.accounts]).toEqual([
      202,
      [
        { account: expect.any(String), role: "admin", brokerage_id: null, brokerage_name: null },
        {
          account: expect.any(String),
          role: "broker",
          brokerage_id: other.id,
          brokerage_name: `other-${made}`,
        },
        {
          account: expect.any(String),
          role: "agent",
          brokerage_id: north.id,
          brokerage_name: `session-${made}`,
        },
      ],
    ]);
    expect((await staff.redeem(CONSOLE, token, { account: "admin-0" })).status).toBe(401);
    const chosen = await staff.redeem(CONSOLE, token, { account: body.accounts[1].account });
    expect([chosen.status, chosen.body.user.brokerage_id]).toEqual([201, other.id]);
    expect((await staff.redeem(CONSOLE, token, { account: body.accounts[0].account })).status).toBe(401);
  });

  it("is refused for pages of other websites, over http, and with none or several ways", async () => {
    await makeAgent();
    const token = await staff.newToken(north.host, email);
    const post = (body: object, headers = {}) =>
      staff.send(north.host, STAFF_SESSIONS, { method: "POST", body, headers });
    expect((await post({ token }, { origin: "https://evil.test" })).status).toBe(403);
    expect((await post({ token }, { "x-forwarded-proto": "http" })).status).toBe(403);
    expect((await post({})).status).toBe(422);
    expect((await post({ token, api_key: "x" })).status).toBe(422);
    expect((await post({ token })).status).toBe(201);
  });

  it("is an audited change of the person, without the address, the link or the cookie in the log of the server", async () => {
    await makeAgent();
    const token = await staff.newToken(north.host, email);
    const reply = await staff.redeem(north.host, token);
    const logged = JSON.stringify(lines);
    for (const secret of [email, token, cookieOf(reply.headers).split("=")[1] as string])
      expect(logged).not.toContain(secret);
    const row = await staff.lintel.database.db
      .selectFrom("audit_log")
      .selectAll()
      .where("request_id", "=", String(reply.headers["x-request-id"]))
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      action: "create",
      target_type: "staff_session",
      actor_name: email,
      actor_role: "agent",
      brokerage_id: north.id,
      after: { method: "email_link", host: north.host },
    });
  });
});

describe("createStaffSession by a key", () => {
  let staff: StaffFixture;
  let north: { id: number; host: string };
  beforeAll(async () => {
    staff = await openStaff();
    north = await staff.lintel.createTenant("north");
  });
  afterAll(() => staff.close());
  const byKey = (host: string, api_key: string) =>
    staff.send(host, STAFF_SESSIONS, { method: "POST", body: { api_key } });

  it("acts as the key, where its role and its brokerage are at home", async () => {
    const other = await staff.lintel.createTenant("other");
    const admin = await staff.lintel.createKey("admin");
    const broker = await staff.lintel.createKey("broker", { brokerageId: north.id });
    const reply = await byKey(north.host, broker);
    expect([reply.status, reply.body.user.role]).toEqual([201, "broker"]);
    expect(await staff.status(north.host, cookieOf(reply.headers))).toBe(200);
    expect((await byKey(other.host, broker)).status).toBe(403);
    expect((await byKey(north.host, admin)).status).toBe(403);
    expect((await byKey(CONSOLE, admin)).status).toBe(201);
    expect((await byKey("localhost", admin)).status).toBe(201);
    expect((await byKey(CONSOLE, "lk_wrong")).status).toBe(401);
  });

  it("ends when the key is revoked or expires", async () => {
    const { db } = staff.lintel.database;
    for (const end of [{ revoked_at: staff.lintel.clock.now() }, { expires_at: staff.lintel.clock.now() }]) {
      const cookie = cookieOf((await byKey(CONSOLE, await staff.lintel.createKey("admin"))).headers);
      expect(await staff.status(CONSOLE, cookie)).toBe(200);
      const newest = db.selectFrom("api_keys").select(({ fn }) => fn.max("id").as("id"));
      await db.updateTable("api_keys").set(end).where("id", "=", newest).execute();
      expect(await staff.status(CONSOLE, cookie)).toBe(401);
    }
  });

  it("says when the session ends, which is when its key expires, as the list of sessions does", async () => {
    const admin = await staff.lintel.createKey("admin");
    const expires_at = new Date(staff.lintel.clock.now().getTime() + 3_600_000).toISOString();
    const made = await staff.lintel.call("/api/admin/api-keys", {
      method: "POST",
      key: admin,
      body: { name: "an hour", role: "admin", expires_at },
    });
    const reply = await byKey(CONSOLE, made.body.key);
    expect(reply.body.session.expires_at).toBe(expires_at);
    const { body } = await staff.send(CONSOLE, STAFF_SESSIONS, { cookie: cookieOf(reply.headers) });
    expect(body.items).toEqual([reply.body.session]);
  });

  it("a printed link signs in once as the key it stands for", async () => {
    const key = await staff.lintel.createKey("admin");
    const { id } = await staff.lintel.database.db
      .selectFrom("api_keys")
      .select(({ fn }) => fn.max("id").as("id"))
      .executeTakeFirstOrThrow();
    const url = await printedLink(staff.lintel.ctx, { origin: `https://${CONSOLE}`, apiKeyId: id });
    expect((await staff.redeem(north.host, tokenOf(url))).status).toBe(403);
    const reply = await staff.redeem(CONSOLE, tokenOf(url));
    expect([reply.status, reply.body.user.role]).toEqual([201, "admin"]);
    expect((await staff.redeem(CONSOLE, tokenOf(url))).status).toBe(401);
    expect(key).toMatch(/^lk_/);
  });
});
