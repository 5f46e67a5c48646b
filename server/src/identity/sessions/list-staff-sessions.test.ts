import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openStaff, STAFF_SESSIONS, type StaffFixture } from "../../../test/harness/staff-fixture.ts";
import { pruneStaffSignIn } from "../index.ts";

const HOUR = 3_600_000;

describe("the sessions of a member of staff", () => {
  let staff: StaffFixture;
  let north: { id: number; host: string };
  let email: string;
  let made = 0;
  beforeAll(async () => {
    staff = await openStaff();
  });
  afterAll(() => staff.close());
  beforeEach(async () => {
    north = await staff.lintel.createTenant(`list-${++made}`);
    email = `ann-${made}@agents.test`;
    await staff.lintel.createAgent(north.id, { email });
  });

  const list = async (cookie: string) => (await staff.send(north.host, STAFF_SESSIONS, { cookie })).body;
  const remove = (cookie: string, id: number | string) =>
    staff.send(north.host, `${STAFF_SESSIONS}/${id}`, { method: "DELETE", cookie });
  const rows = () =>
    staff.lintel.database.db.selectFrom("staff_sessions").select("id").where("email", "=", email).execute();

  it("lists the own browsers with device, last use and expiry, the latest first", async () => {
    const token = await staff.newToken(north.host, email);
    await staff.redeem(north.host, token, { headers: { "user-agent": "Firefox" } });
    const began = staff.lintel.clock.now();
    staff.lintel.clock.advance(HOUR);
    const cookie = await staff.signIn(north.host, email);
    const body = await list(cookie);
    expect(body).toMatchObject({ total: 2, page: 1 });
    expect(body.items[0].is_current).toBe(true);
    expect(body.items[1]).toEqual({
      id: expect.any(Number),
      method: "email_link",
      device: "Firefox",
      created_at: began.toISOString(),
      last_used_at: began.toISOString(),
      expires_at: new Date(began.getTime() + 12 * HOUR).toISOString(),
      is_current: false,
    });
  });

  it("signs out this browser, and deletes its cookie", async () => {
    const cookie = await staff.signIn(north.host, email);
    const reply = await remove(cookie, "current");
    expect([reply.status, reply.body]).toEqual([200, { message: "Signed out" }]);
    expect(reply.headers["set-cookie"]).toMatch(/^__Host-lintel_staff=; Path=\/; Max-Age=0;/);
    expect(await staff.status(north.host, cookie)).toBe(401);
    expect(await rows()).toEqual([]);
  });

  it("signs out another browser of one's own, and none of others", async () => {
    const first = await staff.signIn(north.host, email);
    const second = await staff.signIn(north.host, email);
    await staff.lintel.createAgent(north.id, { email: `bo-${made}@agents.test` });
    const stranger = await staff.signIn(north.host, `bo-${made}@agents.test`);
    const { items } = await list(second);
    expect((await remove(stranger, items[1].id)).status).toBe(404);
    expect((await remove(second, items[1].id)).status).toBe(200);
    expect(await staff.status(north.host, first)).toBe(401);
    expect(await staff.status(north.host, second)).toBe(200);
  });

  it("has no current session for a key", async () => {
    const key = await staff.lintel.createKey("admin");
    const reply = await staff.lintel.call(`${STAFF_SESSIONS}/current`, { method: "DELETE", key });
    expect([reply.status, reply.body]).toEqual([404, { detail: "Session not found" }]);
  });

  it("keeps twenty browsers of a person: the oldest is signed out", async () => {
    const first = await staff.signIn(north.host, email);
    for (let nth = 0; nth < 20; nth++) {
      if (nth % 4 === 0) staff.lintel.clock.advance(HOUR);
      await staff.signIn(north.host, email);
    }
    expect(await rows()).toHaveLength(20);
    expect(await staff.status(north.host, first)).toBe(401);
  });

  it("deletes sessions that are over, and links an hour later, by a job every hour", async () => {
    await staff.signIn(north.host, email);
    const links = () =>
      staff.lintel.database.db.selectFrom("sign_in_links").select("id").where("email", "=", email).execute();
    staff.lintel.clock.advance(HOUR);
    await pruneStaffSignIn(staff.lintel.ctx);
    expect([(await rows()).length, (await links()).length]).toEqual([1, 1]);
    staff.lintel.clock.advance(11 * HOUR);
    await pruneStaffSignIn(staff.lintel.ctx);
    expect([(await rows()).length, (await links()).length]).toEqual([0, 0]);
  });
});
