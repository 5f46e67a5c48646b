import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Authenticator } from "../../../test/harness/authenticator.ts";
import { passkeysOf } from "../../../test/harness/passkey-fixture.ts";
import { CONSOLE, openStaff, type StaffFixture } from "../../../test/harness/staff-fixture.ts";

describe("deletePasskey", () => {
  let staff: StaffFixture;
  let passkeys: ReturnType<typeof passkeysOf>;
  let north: { id: number; host: string };
  let email: string;
  let cookie: string;
  let made = 0;
  beforeAll(async () => {
    staff = await openStaff();
    passkeys = passkeysOf(staff);
    north = await staff.lintel.createTenant("north");
  });
  afterAll(() => staff.close());
  beforeEach(async () => {
    email = `ann-${++made}@agents.test`;
    await staff.lintel.createAgent(north.id, { email });
    cookie = await staff.signIn(CONSOLE, email);
  });

  it("removes one of the own, which signs in no more; those of others are not found", async () => {
    const key = new Authenticator();
    const { body } = await passkeys.register(cookie, key);
    const remove = (of: string) =>
      staff.send(CONSOLE, `/api/auth/passkeys/${body.id}`, { method: "DELETE", cookie: of });
    await staff.lintel.createAgent(north.id, { email: `bo-${made}@agents.test` });
    expect((await remove(await staff.signIn(CONSOLE, `bo-${made}@agents.test`))).status).toBe(404);
    expect((await passkeys.signIn(key)).status).toBe(201);
    expect((await remove(cookie)).status).toBe(200);
    expect((await passkeys.signIn(key)).status).toBe(401);
  });
});
