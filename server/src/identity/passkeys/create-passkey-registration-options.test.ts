import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Authenticator } from "../../../test/harness/authenticator.ts";
import { CONSOLE_ORIGIN, openPasskeys, type PasskeyFixture } from "../../../test/harness/passkey-fixture.ts";
import { CONSOLE, STAFF_SESSIONS, tokenOf } from "../../../test/harness/staff-fixture.ts";
import { printedLink } from "../index.ts";

describe("createPasskeyRegistrationOptions", () => {
  let passkeys: PasskeyFixture;
  let staff: PasskeyFixture["staff"];
  let ann: Awaited<ReturnType<PasskeyFixture["newAgent"]>>;
  beforeAll(async () => {
    passkeys = await openPasskeys();
    ({ staff } = passkeys);
  });
  afterAll(() => passkeys.close());
  beforeEach(async () => {
    ann = await passkeys.newAgent();
  });

  it("wants a passkey of this host that is unlocked and found without a name, and none of the own again", async () => {
    const key = new Authenticator();
    await passkeys.register(ann.cookie, key);
    const { status, body } = await passkeys.post("registration-options", undefined, ann.cookie);
    expect([status, body]).toMatchObject([
      200,
      {
        rp: { id: CONSOLE },
        user: { name: ann.email },
        excludeCredentials: [{ id: key.id.toString("base64url") }],
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
      },
    ]);
    expect(key.create(body, { origin: CONSOLE_ORIGIN }).type).toBe("public-key");
  });

  it("is a permission of those alone whom it does not refuse", async () => {
    const { ctx, database } = staff.lintel;
    const apiKey = await staff.lintel.createKey("admin");
    const byKey = await staff.send(CONSOLE, STAFF_SESSIONS, { method: "POST", body: { api_key: apiKey } });
    const { id: apiKeyId } = await database.db
      .selectFrom("api_keys")
      .select(({ fn }) => fn.max("id").as("id"))
      .executeTakeFirstOrThrow();
    // The first admin's link, of which there is no person yet.
    const printed = await printedLink(ctx, { origin: CONSOLE_ORIGIN, apiKeyId });
    const byLink = await staff.redeem(CONSOLE, tokenOf(printed));
    const sessions = [ann.cookie, passkeys.cookieOf(byKey), passkeys.cookieOf(byLink)];
    const seen = await Promise.all(
      sessions.map(async (cookie) => {
        const { body } = await staff.send(CONSOLE, "/api/admin/me", { cookie });
        const { status } = await passkeys.post("registration-options", undefined, cookie);
        return [status, body.permissions.includes("createPasskeyRegistrationOptions")];
      }),
    );
    expect(seen).toEqual([
      [200, true],
      [403, false],
      [403, false],
    ]);
  });
});
