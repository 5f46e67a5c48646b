import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Authenticator } from "../../../test/harness/authenticator.ts";
import { CONSOLE_ORIGIN, openPasskeys, type PasskeyFixture } from "../../../test/harness/passkey-fixture.ts";
import { CONSOLE } from "../../../test/harness/staff-fixture.ts";

describe("createPasskey", () => {
  let passkeys: PasskeyFixture;
  let staff: PasskeyFixture["staff"];
  let north: PasskeyFixture["north"];
  let ann: Awaited<ReturnType<PasskeyFixture["newAgent"]>>;
  beforeAll(async () => {
    passkeys = await openPasskeys();
    ({ staff, north } = passkeys);
  });
  afterAll(() => passkeys.close());
  beforeEach(async () => {
    ann = await passkeys.newAgent();
  });

  it("registers a passkey under a name, once", async () => {
    const key = new Authenticator();
    const { body } = await passkeys.post("registration-options", undefined, ann.cookie);
    const answer = { ...key.create(body, { origin: CONSOLE_ORIGIN }), name: "My phone" };
    const reply = await passkeys.post("registrations", answer, ann.cookie);
    expect([reply.status, reply.body]).toEqual([
      201,
      {
        id: expect.any(Number),
        name: "My phone",
        host: CONSOLE,
        created_at: staff.lintel.clock.now().toISOString(),
        last_used_at: null,
      },
    ]);
    expect((await passkeys.post("registrations", answer, ann.cookie)).status).toBe(400);
    expect((await passkeys.register(ann.cookie, key)).status).toBe(409);
  });

  it("refuses an answer for another page or host, with a locked key, or to another person's challenge", async () => {
    const key = new Authenticator();
    const options = async () => (await passkeys.post("registration-options", undefined, ann.cookie)).body;
    const { cookie: bo } = await passkeys.newAgent();
    const ofOther = (await passkeys.post("registration-options", undefined, bo)).body;
    const forSignIn = (await passkeys.post("authentication-options")).body;
    const origin = CONSOLE_ORIGIN;
    const wrong = [
      key.create(await options(), { origin: "https://evil.test" }),
      key.create(await options(), { origin, rpId: "evil.test" }),
      key.create(await options(), { origin, unlocked: false }),
      key.create(ofOther, { origin }),
      key.create({ ...forSignIn, rp: { id: CONSOLE } }, { origin }),
    ];
    for (const answer of wrong)
      expect((await passkeys.post("registrations", answer, ann.cookie)).status).toBe(400);
  });

  it("is for people who have signed in by email, in their browser", async () => {
    const key = await staff.lintel.createKey("admin");
    const byKey = { headers: { "x-api-key": key }, method: "POST" as const };
    expect((await staff.send(CONSOLE, "/api/auth/passkeys/registration-options", byKey)).status).toBe(403);
    const there = await staff.signIn(north.host, ann.email);
    expect((await passkeys.post("registration-options", undefined, there, north.host)).status).toBe(403);
  });

  it("is refused to a person with twenty", async () => {
    for (let nth = 0; nth < 20; nth++) expect((await passkeys.register(ann.cookie)).status).toBe(201);
    expect((await passkeys.register(ann.cookie)).status).toBe(409);
  });
});
