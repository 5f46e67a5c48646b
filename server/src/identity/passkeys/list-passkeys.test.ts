import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Authenticator } from "../../../test/harness/authenticator.ts";
import { openPasskeys, type PasskeyFixture } from "../../../test/harness/passkey-fixture.ts";
import { CONSOLE } from "../../../test/harness/staff-fixture.ts";

describe("listPasskeys", () => {
  let passkeys: PasskeyFixture;
  beforeAll(async () => {
    passkeys = await openPasskeys();
  });
  afterAll(() => passkeys.close());

  it("lists the own passkeys with their last use, and none of others", async () => {
    const { staff } = passkeys;
    const { cookie } = await passkeys.newAgent();
    const key = new Authenticator();
    await passkeys.register(cookie, key);
    const list = async (of: string) => (await staff.send(CONSOLE, "/api/auth/passkeys", { cookie: of })).body;
    expect(await list(cookie)).toMatchObject({ items: [{ name: "Passkey", last_used_at: null }], total: 1 });
    staff.lintel.clock.advance(60_000);
    await passkeys.signIn(key);
    expect((await list(cookie)).items[0].last_used_at).toBe(staff.lintel.clock.now().toISOString());
    expect(await list((await passkeys.newAgent()).cookie)).toMatchObject({ items: [] });
  });
});
