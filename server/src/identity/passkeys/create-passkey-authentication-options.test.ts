import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Authenticator } from "../../../test/harness/authenticator.ts";
import { passkeysOf } from "../../../test/harness/passkey-fixture.ts";
import { CONSOLE, openStaff, type StaffFixture } from "../../../test/harness/staff-fixture.ts";

describe("createPasskeyAuthenticationOptions", () => {
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

  it("gives everyone a challenge of their own, and names no passkeys", async () => {
    await passkeys.register(cookie, new Authenticator());
    const { status, body } = await passkeys.post("authentication-options");
    expect([status, body]).toEqual([
      200,
      {
        challenge: expect.any(String),
        rpId: CONSOLE,
        timeout: 300_000,
        userVerification: "required",
        allowCredentials: undefined,
      },
    ]);
    expect((await passkeys.post("authentication-options")).body.challenge).not.toBe(body.challenge);
  });

  it("is refused on a brokerage's domain beside CONSOLE_URL", async () => {
    expect((await passkeys.post("authentication-options", undefined, undefined, north.host)).status).toBe(
      403,
    );
  });
});
