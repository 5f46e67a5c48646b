import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStaff, STAFF_SESSIONS, type StaffFixture } from "../../../test/harness/staff-fixture.ts";

describe("deleteCurrentStaffSession", () => {
  let staff: StaffFixture;
  let north: { id: number; host: string };
  const email = "ann@agents.test";
  beforeAll(async () => {
    staff = await openStaff();
    north = await staff.lintel.createTenant("north");
    await staff.lintel.createAgent(north.id, { email });
  });
  afterAll(() => staff.close());

  const remove = (cookie: string, id: number | string) =>
    staff.send(north.host, `${STAFF_SESSIONS}/${id}`, { method: "DELETE", cookie });

  it("signs out this browser, and deletes its cookie", async () => {
    const cookie = await staff.signIn(north.host, email);
    const reply = await remove(cookie, "current");
    expect([reply.status, reply.body]).toEqual([200, { message: "Signed out" }]);
    expect(reply.headers["set-cookie"]).toMatch(/^__Host-lintel_staff=; Path=\/; Max-Age=0;/);
    expect(await staff.status(north.host, cookie)).toBe(401);
    expect(await staff.lintel.database.db.selectFrom("staff_sessions").select("id").execute()).toEqual([]);
  });

  it("has no current session for a key", async () => {
    const key = await staff.lintel.createKey("admin");
    const reply = await staff.lintel.call(`${STAFF_SESSIONS}/current`, { method: "DELETE", key });
    expect([reply.status, reply.body]).toEqual([404, { detail: "Session not found" }]);
  });
});
