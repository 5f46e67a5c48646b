import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CONSOLE, openStaff, type StaffFixture, tokenOf } from "../../../test/harness/staff-fixture.ts";

const ADMINS = "/api/auth/admins";

describe("deleteAdmin", () => {
  let staff: StaffFixture;
  beforeAll(async () => {
    staff = await openStaff();
    await staff.lintel.createTenant("north");
  });
  afterAll(() => staff.close());

  it("ends the sessions of the admin, and leaves the last one", async () => {
    const [first, second] = [await staff.makeAdmin("a@lintel.test"), await staff.makeAdmin("b@lintel.test")];
    const gone = await staff.signIn(CONSOLE, "a@lintel.test");
    const cookie = await staff.signIn(CONSOLE, "b@lintel.test");
    const remove = (id: number) => staff.send(CONSOLE, `${ADMINS}/${id}`, { method: "DELETE", cookie });
    expect((await remove(first)).body).toEqual({ message: "Admin removed" });
    expect(await staff.status(CONSOLE, gone)).toBe(401);
    expect((await remove(first)).status).toBe(404);
    expect((await remove(second)).status).toBe(409);
    expect(await staff.status(CONSOLE, cookie)).toBe(200);
  });

  it("ends the invitations of the address that are not used, mailed or not", async () => {
    const boss = await staff.makeAdmin("boss@lintel.test");
    const cookie = await staff.signIn(CONSOLE, "boss@lintel.test");
    const invite = () =>
      staff.send(CONSOLE, ADMINS, { method: "POST", cookie, body: { email: "twice@lintel.test" } });
    await invite();
    await invite();
    const [first, second] = (await staff.links("twice@lintel.test")).map(tokenOf) as [string, string];
    const { body } = await staff.redeem(CONSOLE, first);
    expect(body.user.role).toBe("admin");
    await invite();
    const { id } = await staff.lintel.database.db
      .selectFrom("admins")
      .select("id")
      .where("email", "=", "twice@lintel.test")
      .executeTakeFirstOrThrow();
    await staff.send(CONSOLE, `${ADMINS}/${id}`, { method: "DELETE", cookie });
    expect(await staff.links("twice@lintel.test")).toHaveLength(2);
    expect((await staff.redeem(CONSOLE, second)).status).toBe(401);
    await staff.send(CONSOLE, `${ADMINS}/${boss}`, { method: "DELETE", cookie });
  });

  it("leaves one of two admins who remove each other at the same time", async () => {
    const ids = (await staff.lintel.database.db.selectFrom("admins").select("id").execute()).map(
      ({ id }) => id,
    );
    ids.push(await staff.makeAdmin("c@lintel.test"));
    const key = await staff.lintel.createKey("admin");
    const remove = (id: number) => staff.lintel.call(`${ADMINS}/${id}`, { method: "DELETE", key });
    const statuses = (await Promise.all(ids.map(remove))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409]);
  });
});
