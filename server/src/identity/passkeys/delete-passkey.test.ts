import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Authenticator } from "../../../test/harness/authenticator.ts";
import { openPasskeys, type PasskeyFixture } from "../../../test/harness/passkey-fixture.ts";
import { CONSOLE } from "../../../test/harness/staff-fixture.ts";

describe("deletePasskey", () => {
  let passkeys: PasskeyFixture;
  beforeAll(async () => {
    passkeys = await openPasskeys();
  });
  afterAll(() => passkeys.close());

  it("removes one of the own, which signs in no more; those of others are not found", async () => {
    const { cookie } = await passkeys.newAgent();
    const key = new Authenticator();
    const { body } = await passkeys.register(cookie, key);
    const remove = (of: string) =>
      passkeys.staff.send(CONSOLE, `/api/auth/passkeys/${body.id}`, { method: "DELETE", cookie: of });
    expect((await remove((await passkeys.newAgent()).cookie)).status).toBe(404);
    expect((await passkeys.signIn(key)).status).toBe(201);
    expect((await remove(cookie)).status).toBe(200);
    expect((await passkeys.signIn(key)).status).toBe(401);
  });
});
