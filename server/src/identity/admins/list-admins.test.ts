import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CONSOLE, openStaff, type StaffFixture } from "../../../test/harness/staff-fixture.ts";

const ADMINS = "/api/auth/admins";

describe("listAdmins", () => {
  let staff: StaffFixture;
  beforeAll(async () => {
    staff = await openStaff();
  });
  afterAll(() => staff.close());

  it("lists those who sign in by email, oldest first, to admins alone", async () => {
    await staff.makeAdmin("a@lintel.test");
    await staff.makeAdmin("b@lintel.test");
    const { id } = await staff.lintel.createTenant("north");
    const list = async (key: string) =>
      staff.send(CONSOLE, `${ADMINS}?page_size=1&page=2`, { headers: { "x-api-key": key } });
    const { body } = await list(await staff.lintel.createKey("admin"));
    expect(body).toMatchObject({ items: [{ email: "b@lintel.test" }], total: 2, total_pages: 2 });
    expect((await list(await staff.lintel.createKey("broker", { brokerageId: id }))).status).toBe(403);
  });
});
