import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Authenticator } from "../../../test/harness/authenticator.ts";
import { CONSOLE_ORIGIN, passkeysOf } from "../../../test/harness/passkey-fixture.ts";
import { CONSOLE, openStaff, type StaffFixture } from "../../../test/harness/staff-fixture.ts";

describe("createPasskeyRegistrationOptions", () => {
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

  it("wants a passkey of this host that is unlocked and found without a name, and none of the own again", async () => {
    const key = new Authenticator();
    await passkeys.register(cookie, key);
    const { status, body } = await passkeys.post("registration-options", undefined, cookie);
    expect([status, body]).toMatchObject([
      200,
      {
        rp: { id: CONSOLE },
        user: { name: email },
        excludeCredentials: [{ id: key.id.toString("base64url") }],
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
      },
    ]);
    expect(key.create(body, { origin: CONSOLE_ORIGIN }).type).toBe("public-key");
  });
});
