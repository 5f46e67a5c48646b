import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPasskeys, type PasskeyFixture } from "../../../test/harness/passkey-fixture.ts";
import { CONSOLE } from "../../../test/harness/staff-fixture.ts";

describe("createPasskeyAuthenticationOptions", () => {
  let passkeys: PasskeyFixture;
  beforeAll(async () => {
    passkeys = await openPasskeys();
  });
  afterAll(() => passkeys.close());

  it("gives everyone a challenge of their own, and names no passkeys", async () => {
    await passkeys.register((await passkeys.newAgent()).cookie);
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
    expect(
      (await passkeys.post("authentication-options", undefined, undefined, passkeys.north.host)).status,
    ).toBe(403);
  });
});
