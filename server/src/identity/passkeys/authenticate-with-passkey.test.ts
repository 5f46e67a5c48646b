import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Authenticator } from "../../../test/harness/authenticator.ts";
import { CONSOLE_ORIGIN, openPasskeys, type PasskeyFixture } from "../../../test/harness/passkey-fixture.ts";
import { CONSOLE } from "../../../test/harness/staff-fixture.ts";

describe("authenticateWithPasskey", () => {
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

  const answerOf = async (key: Authenticator, answering = {}) =>
    key.get((await passkeys.post("authentication-options")).body, { origin: CONSOLE_ORIGIN, ...answering });
  const post = (answer: object) => passkeys.post("authentications", answer);

  it("signs in whose passkey it is, with the same cookie as a link", async () => {
    const key = new Authenticator();
    expect((await passkeys.register(ann.cookie, key)).status).toBe(201);
    const reply = await passkeys.signIn(key);
    expect(reply.headers["set-cookie"]).toMatch(/^__Host-lintel_staff=[\w-]{43}; .*Secure$/);
    expect([reply.status, reply.body]).toMatchObject([
      201,
      { session: { method: "passkey" }, user: { email: ann.email, role: "agent", agent_id: ann.id } },
    ]);
    expect(await staff.status(CONSOLE, passkeys.cookieOf(reply))).toBe(200);
    expect((await passkeys.signIn(key)).status).toBe(201);
  });

  it("takes each challenge once, also for a wrong answer, and for five minutes", async () => {
    const key = new Authenticator();
    await passkeys.register(ann.cookie, key);
    const answer = await answerOf(key);
    expect((await post(answer)).status).toBe(201);
    expect((await post(answer)).status).toBe(401);
    const { body } = await passkeys.post("authentication-options");
    expect((await post(key.get(body, { origin: "https://evil.test" }))).status).toBe(401);
    expect((await post(key.get(body, { origin: CONSOLE_ORIGIN }))).status).toBe(401);
    const late = await answerOf(key);
    staff.lintel.clock.advance(5 * 60_000);
    expect((await post(late)).status).toBe(401);
  });

  it("of 20 uses of one answer at once, one signs in", async () => {
    const key = new Authenticator();
    await passkeys.register(ann.cookie, key);
    const answer = await answerOf(key);
    const replies = await Promise.all(Array.from({ length: 20 }, () => post(answer)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  it("refuses another page, another host, a locked key, an unknown key and a foreign signature", async () => {
    const key = new Authenticator();
    await passkeys.register(ann.cookie, key);
    const wrong = [
      await answerOf(key, { origin: `https://${north.host}` }),
      await answerOf(key, { rpId: north.host }),
      await answerOf(key, { unlocked: false }),
      await answerOf(new Authenticator()),
      { ...(await answerOf(new Authenticator())), id: key.id.toString("base64url") },
      key.get({ challenge: "bWFkZS11cA", rpId: CONSOLE }, { origin: CONSOLE_ORIGIN }),
    ];
    for (const answer of wrong) expect((await post(answer)).status).toBe(401);
    expect((await passkeys.signIn(key)).status).toBe(201);
  });

  it("refuses a counter that does not rise: the passkey may have been copied", async () => {
    const key = new Authenticator();
    await passkeys.register(ann.cookie, key);
    for (let nth = 0; nth < 3; nth++) await passkeys.signIn(key);
    key.counter = 1;
    expect((await passkeys.signIn(key)).status).toBe(401);
  });

  it("does not sign in a disabled agent, and signs in again one who is restored", async () => {
    const key = new Authenticator();
    await passkeys.register(ann.cookie, key);
    const set = (fields: object) =>
      staff.lintel.database.db.updateTable("agents").set(fields).where("id", "=", ann.id).execute();
    await set({ disabled_at: staff.lintel.clock.now() });
    expect((await passkeys.signIn(key)).status).toBe(401);
    await set({ disabled_at: null });
    expect((await passkeys.signIn(key)).status).toBe(201);
  });

  it("ends with the email: it may be another person's now", async () => {
    const key = new Authenticator();
    await passkeys.register(ann.cookie, key);
    const set = (email: string) =>
      staff.lintel.database.db.updateTable("agents").set({ email }).where("id", "=", ann.id).execute();
    await set("new@agents.test");
    expect((await passkeys.signIn(key)).status).toBe(401);
    await set(ann.email);
    expect((await passkeys.signIn(key)).status).toBe(401);
  });
});
