import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openStaff, STAFF_SESSIONS, type StaffFixture } from "../../../test/harness/staff-fixture.ts";
import { pruneStaffSignIn } from "../index.ts";

const HOUR = 3_600_000;

describe("listStaffSessions", () => {
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
