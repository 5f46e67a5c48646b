import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Authenticator } from "../../../test/harness/authenticator.ts";
import { passkeysOf } from "../../../test/harness/passkey-fixture.ts";
import { CONSOLE, openStaff, type StaffFixture } from "../../../test/harness/staff-fixture.ts";

describe("listPasskeys", () => {
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

  it("lists the own passkeys with their last use, and none of others", async () => {
    const key = new Authenticator();
    await passkeys.register(cookie, key);
    const list = async (of: string) => (await staff.send(CONSOLE, "/api/auth/passkeys", { cookie: of })).body;
    expect(await list(cookie)).toMatchObject({ items: [{ name: "Passkey", last_used_at: null }], total: 1 });
    staff.lintel.clock.advance(60_000);
    await passkeys.signIn(key);
    expect((await list(cookie)).items[0].last_used_at).toBe(staff.lintel.clock.now().toISOString());
    await staff.lintel.createAgent(north.id, { email: `bo-${made}@agents.test` });
    expect(await list(await staff.signIn(CONSOLE, `bo-${made}@agents.test`))).toMatchObject({ items: [] });
  });
});
