import { generateKeyPair } from "jose";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type OidcProvider, startOidcProvider } from "../../../test/harness/oidc-provider.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

const AWAY = "503 The identity provider cannot be reached at the moment";
const admin = { roles: ["admin"] };

describe("the provider's keys", () => {
  let lintel: TestApp;
  let provider: OidcProvider;
  beforeEach(async () => {
    provider = await startOidcProvider({ now: () => lintel.clock.now() });
    lintel = await startTestApp({ LOG_LEVEL: "silent", ...provider.environment });
  });
  afterEach(async () => {
    await provider.stop();
    await lintel.close();
  });

  const ask = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const { status, body } = await lintel.call("/api/auth/verify", { headers });
    return status === 200 ? "accepted" : `${status} ${body.detail}`;
  };
  const unknownKey = async () => {
    const { privateKey } = await generateKeyPair("ES256");
    return provider.sign(admin, { alg: "ES256", key: privateKey, header: { kid: crypto.randomUUID() } });
  };

  it("are fetched when the first token comes, once for all that come together", async () => {
    expect(provider.keyFetches()).toBe(0);
    const token = await provider.token(admin);
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(token)));
    expect(new Set(answers)).toEqual(new Set(["accepted"]));
    expect(await ask(token)).toBe("accepted");
    expect(provider.keyFetches()).toBe(1);
  });

  it("are followed when the provider changes them, without a restart", async () => {
    const before = await provider.token(admin);
    expect(await ask(before)).toBe("accepted");
    await provider.rotateKeys();
    expect(await ask(await provider.token(admin))).toBe("accepted");
    expect(await ask(before)).toBe("401 Invalid token");
  });

  it("are followed when the provider changes one under its old id", async () => {
    const token = await provider.token(admin);
    expect(await ask(token)).toBe("accepted");
    const { kid } = JSON.parse(atob(token.split(".")[0] as string)) as { kid: string };
    await provider.rotateKeys({ kid });
    expect(await ask(await provider.token(admin))).toBe("accepted");
  });

  it("are looked at again after ten minutes, so that a withdrawn one works no longer", async () => {
    const token = await provider.sign({ ...admin, exp: lintel.clock.now().getTime() / 1000 + 86_400 });
    expect(await ask(token)).toBe("accepted");
    await provider.rotateKeys();
    lintel.clock.advance(10 * 60_000);
    expect(await ask(token)).toBe("accepted");
    lintel.clock.advance(1);
    expect(await ask(token)).toBe("401 Invalid token");
  });

  it("go on verifying tokens for as long as the provider is away", async () => {
    const inADay = lintel.clock.now().getTime() / 1000 + 86_400;
    const token = await provider.sign({ ...admin, exp: inADay });
    expect(await ask(token)).toBe("accepted");
    await provider.stop();
    for (const hours of [1, 11, 11]) {
      lintel.clock.advance(hours * 3_600_000);
      expect(await ask(token)).toBe("accepted");
    }
  });

  it("are waited for once when the provider does not answer, and not again", async () => {
    const inADay = lintel.clock.now().getTime() / 1000 + 86_400;
    const token = await provider.sign({ ...admin, exp: inADay });
    expect(await ask(token)).toBe("accepted");
    provider.stall();
    lintel.clock.advance(11 * 60_000);
    const answers = await Promise.all([ask(token), ask(token), ask(token)]);
    expect(answers).toEqual(["accepted", "accepted", "accepted"]);
    const started = performance.now();
    lintel.clock.advance(60_000);
    expect(await ask(token)).toBe("accepted");
    expect(performance.now() - started).toBeLessThan(2500);
  });

  it("tell a bad token from one that cannot be judged while the provider is away", async () => {
    expect(await ask(await provider.token(admin))).toBe("accepted");
    const ofTheNextKey = await unknownKey();
    const { privateKey } = await generateKeyPair("RS256");
    const forged = await provider.sign(admin, { key: privateKey });
    await provider.stop();
    expect(await ask(ofTheNextKey)).toBe(AWAY);
    expect(await ask(forged)).toBe("401 Invalid token");
    expect(await ask("rubbish")).toBe("401 Invalid token");
  });

  it("are waited for with a 503 when the provider is away from the start, and found when it comes back", async () => {
    const token = await provider.token(admin);
    await provider.stop();
    expect(await ask(token)).toBe(AWAY);
    expect(await ask("rubbish")).toBe("401 Invalid token");
    const expired = await provider.sign({ ...admin, exp: 1 });
    expect(await ask(expired)).toBe("401 Token has expired");
    await provider.start();
    expect(await ask(token)).toBe("accepted");
  });

  it("do not stand in the way of API keys while the provider is away", async () => {
    await provider.stop();
    const { status } = await lintel.call("/api/auth/verify", { key: await lintel.createKey("admin") });
    expect(status).toBe(200);
  });

  it("are fetched once for all bad tokens that come together, and a rotated key is accepted meanwhile", async () => {
    expect(await ask(await provider.token(admin))).toBe("accepted");
    // Bad tokens come all the time, each of another key.
    let goesOn = true;
    const attacker = async () => {
      const answers: string[] = [];
      while (goesOn) answers.push(await ask(await unknownKey()));
      return answers;
    };
    const attackers = Promise.all(Array.from({ length: 20 }, attacker));
    const began = performance.now();
    const fetchesBefore = provider.keyFetches();
    const accepted: string[] = [];
    for (let turn = 0; turn < 2; turn++) {
      await provider.rotateKeys();
      accepted.push(await ask(await provider.token(admin)));
    }
    goesOn = false;
    const refused = (await attackers).flat();
    expect(accepted).toEqual(["accepted", "accepted"]);
    expect(new Set(refused)).toEqual(new Set(["401 Invalid token"]));
    const seconds = (performance.now() - began) / 1000;
    expect(provider.keyFetches() - fetchesBefore).toBeLessThanOrEqual(1 + seconds);
  }, 30_000);

  it("are refreshed while the old ones go on, so that a key which is published ahead is known before it is used", async () => {
    const inADay = lintel.clock.now().getTime() / 1000 + 86_400;
    const token = await provider.sign({ ...admin, exp: inADay });
    expect(await ask(token)).toBe("accepted");
    lintel.clock.advance(5 * 60_000 + 1);
    expect(await ask(token)).toBe("accepted");
    await expect.poll(() => provider.keyFetches(), { timeout: 10_000 }).toBe(2);
    lintel.clock.advance(5 * 60_000 - 1);
    expect(await ask(token)).toBe("accepted");
    expect(provider.keyFetches()).toBe(2);
  });

  it("are not asked for by tokens that no key could make good", async () => {
    const { privateKey } = await generateKeyPair("RS256");
    const hopeless = [
      provider.sign({ iss: "https://elsewhere.test" }, { key: privateKey }),
      provider.sign({ exp: 1 }, { key: privateKey }),
      provider.sign({}, { alg: "HS256", key: new Uint8Array(32) }),
    ];
    for (const token of await Promise.all(hopeless)) expect(await ask(token)).toMatch(/^401 /);
    expect(provider.keyFetches()).toBe(0);
  });
});
