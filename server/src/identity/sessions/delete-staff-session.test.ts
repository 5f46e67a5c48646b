import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStaff, STAFF_SESSIONS, type StaffFixture } from "../../../test/harness/staff-fixture.ts";

describe("deleteStaffSession", () => {
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

  it("signs out another browser of one's own, and none of others", async () => {
    const first = await staff.signIn(north.host, email);
    const second = await staff.signIn(north.host, email);
    await staff.lintel.createAgent(north.id, { email: "bo@agents.test" });
    const stranger = await staff.signIn(north.host, "bo@agents.test");
    const { items } = (await staff.send(north.host, STAFF_SESSIONS, { cookie: second })).body;
    expect((await remove(stranger, items[1].id)).status).toBe(404);
    expect((await remove(second, items[1].id)).status).toBe(200);
    expect(await staff.status(north.host, first)).toBe(401);
    expect(await staff.status(north.host, second)).toBe(200);
  });
});
