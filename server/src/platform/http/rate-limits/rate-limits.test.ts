import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Reply, startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describe("the general rate limits", () => {
  let lintel: TestApp;
  beforeAll(async () => {
    lintel = await startTestApp({ RATE_LIMITS: "on", TRUST_PROXY: "true" });
    await lintel.createTenant("north");
    // The limits run on the machine's time: here it moves when a test moves it.
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-06-15T12:00:00Z") });
  });
  // On a full hour, when every window is over.
  beforeEach(() => pass(3 * HOUR_MS - (Date.now() % HOUR_MS)));
  afterAll(async () => {
    vi.useRealTimers();
    await lintel.close();
  });

  const pass = (milliseconds: number) => void vi.setSystemTime(Date.now() + milliseconds);
  const from = (address: string) => ({ "x-forwarded-for": address });
  const standing = ({ headers }: Reply) => [
    Number(headers["x-ratelimit-limit"]),
    Number(headers["x-ratelimit-remaining"]),
    Number(headers["x-ratelimit-reset"]) - Date.now() / 1000,
  ];
  const search = (options: Parameters<TestApp["call"]>[1] = {}) =>
    lintel.call("/api/properties", { host: "north.test", ...options });
  const repeat = <T>(times: number, call: () => Promise<T>) =>
    Promise.all(Array.from({ length: times }, call));
  const statuses = (replies: Reply[]) =>
    replies.reduce<Record<number, number>>((counts, { status }) => {
      counts[status] = (counts[status] ?? 0) + 1;
      return counts;
    }, {});

  it("of 1,000 requests at once with one key, exactly 100 pass, and none of the next key's are lost", async () => {
    const [key, other] = [await lintel.createKey("admin"), await lintel.createKey("admin")];
    const verify = (key: string) => lintel.call("/api/auth/verify", { key });
    expect(statuses(await repeat(1000, () => verify(key)))).toEqual({ 200: 100, 429: 900 });
    expect(statuses(await repeat(100, () => verify(other)))).toEqual({ 200: 100 });
  });

  it("a refusal says when to come back, in the body and in Retry-After, and then passes", async () => {
    const key = await lintel.createKey("agent");
    await repeat(100, () => lintel.call("/api/auth/verify", { key }));
    pass(20_400);
    const refused = await lintel.call("/api/auth/verify", { key });
    expect([refused.status, refused.body]).toEqual([429, { detail: "Rate limit exceeded", retry_after: 40 }]);
    expect(refused.headers["retry-after"]).toBe("40");
    expect(standing(refused)).toEqual([100, 0, expect.closeTo(39.6, 0)]);
    pass(39_600);
    expect((await lintel.call("/api/auth/verify", { key })).status).toBe(200);
  });

  it("retry_after is never below a second", async () => {
    const key = await lintel.createKey("agent");
    await repeat(100, () => lintel.call("/api/auth/verify", { key }));
    pass(59_999);
    expect((await lintel.call("/api/auth/verify", { key })).body.retry_after).toBe(1);
  });

  it("1,000 an hour: the headers report the hour as soon as it is closer to running out than the minute", async () => {
    const key = await lintel.createKey("broker");
    const verify = () => lintel.call("/api/auth/verify", { key });
    expect(standing(await verify())).toEqual([100, 99, 60]);
    await repeat(99, verify);
    for (let minute = 1; minute < 10; minute++) {
      pass(MINUTE_MS);
      await repeat(minute === 9 ? 49 : 100, verify);
    }
    expect(standing(await verify())).toEqual([1000, 50, 3600 - 9 * 60]);
    expect(statuses(await repeat(51, verify))).toEqual({ 200: 50, 429: 1 });
    pass(MINUTE_MS);
    // However often it is asked: the minute, which begins anew, has no say while the hour is spent.
    await repeat(250, verify);
    const refused = await verify();
    expect(refused.body).toEqual({ detail: "Rate limit exceeded", retry_after: 3600 - 10 * 60 });
    expect(standing(refused)).toEqual([1000, 0, 3600 - 10 * 60]);
    pass(50 * MINUTE_MS);
    expect(standing(await verify())).toEqual([100, 99, 60]);
  });

  it("what the minute refuses does not use up the hour", async () => {
    const key = await lintel.createKey("broker");
    await repeat(1500, () => lintel.call("/api/auth/verify", { key }));
    pass(MINUTE_MS);
    expect(statuses(await repeat(100, () => lintel.call("/api/auth/verify", { key })))).toEqual({ 200: 100 });
  });

  it("without credentials, 300 a minute pass from an address, and another address is another one", async () => {
    const replies = await repeat(301, () => search({ headers: from("198.51.100.7") }));
    expect(statuses(replies)).toEqual({ 200: 300, 429: 1 });
    expect(standing(replies[0] as Reply)).toEqual([300, 299, 60]);
    expect(standing(await search({ headers: from("198.51.100.8") }))).toEqual([300, 299, 60]);
  });

  it("an address in front of the proxy's own word counts for nothing: it could be made up", async () => {
    const made = (n: number) => `203.0.113.${n}, 198.51.100.7`;
    for (let n = 1; n <= 3; n++) {
      expect(standing(await search({ headers: from(made(n)) }))).toEqual([300, 300 - n, 60]);
    }
  });

  it.each([
    ["::ffff:198.51.100.7", "198.51.100.7"],
    ["198.51.100.7:49152", "198.51.100.7"],
    ["2001:db8:1:2::1", "2001:0DB8:0001:0002:ffff:ffff:ffff:ffff"],
    ["[2001:db8:1:2::1]:443", "2001:db8:1:2::9"],
  ])("%s and %s are one address", async (one, same) => {
    await search({ headers: from(one) });
    expect(standing(await search({ headers: from(same) }))).toEqual([300, 298, 60]);
  });

  it("two networks of IPv6 are two addresses", async () => {
    await search({ headers: from("2001:db8:1:2::1") });
    expect(standing(await search({ headers: from("2001:db8:1:3::1") }))).toEqual([300, 299, 60]);
  });

  it("bad credentials count for the address, answer 401, and 429 when it has run out: guessing has an end", async () => {
    const key = await lintel.createKey("agent");
    await lintel.call("/api/auth/verify", { key, headers: from("198.51.100.9") });
    const guess = () => lintel.call("/api/auth/verify", { key: "lk_guessed", headers: from("198.51.100.7") });
    expect(standing(await guess())).toEqual([300, 299, 60]);
    // The rest at once: each looks its key up in the database first, so that they are counted in no fixed order.
    expect(statuses(await repeat(309, guess))).toEqual({ 401: 299, 429: 10 });
    // Who has been known within the hour is not held up by a neighbour who guesses; who has not comes back in a minute.
    const withKey = async (key: string) =>
      (await lintel.call("/api/auth/verify", { key, headers: from("198.51.100.7") })).status;
    expect([await withKey(key), await withKey(await lintel.createKey("agent"))]).toEqual([200, 429]);
  });

  it("on a public route a good key counts for the key, a bad one is ignored and counts for the address", async () => {
    const key = await lintel.createKey("agent");
    expect(standing(await search({ key, headers: from("198.51.100.7") }))).toEqual([100, 99, 60]);
    expect(standing(await lintel.call("/api/auth/verify", { key }))).toEqual([100, 98, 60]);
    const bad: Record<string, string>[] = [{ "x-api-key": "lk_no" }, { authorization: "Bearer no" }, {}];
    for (const credentials of bad) {
      const reply = await search({ headers: { ...credentials, ...from("198.51.100.7") } });
      expect([reply.status, standing(reply)[0]]).toEqual([200, 300]);
    }
    expect(standing(await search({ headers: from("198.51.100.7") }))).toEqual([300, 296, 60]);
  });

  it("every reply of a product route says how the limit stands: 200, 401, 403, 404, 405, 415, 422", async () => {
    const key = await lintel.createKey("agent");
    const replies = [
      await search(),
      await lintel.call("/api/auth/verify"),
      await lintel.call("/api/admin/admin-test", { key }),
      await lintel.call("/api/properties", { host: "unknown.test" }),
      await lintel.call("/api/properties/none", { host: "north.test" }),
      await lintel.call("/api/no-such-path", { key }),
      await lintel.call("/api/properties", { method: "DELETE" }),
      await search({ method: "HEAD" }),
      await lintel.call("/api/properties?page=0", { host: "north.test" }),
      await lintel.call("/api/admin/brokerages", {
        method: "POST",
        key: await lintel.createKey("admin"),
        body: "{",
      }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 401, 403, 404, 404, 404, 405, 200, 422, 415]);
    for (const reply of replies) {
      expect(reply.headers).toMatchObject({
        "x-ratelimit-limit": expect.stringMatching(/^(100|300)$/),
        "x-ratelimit-remaining": expect.stringMatching(/^\d+$/),
        "x-ratelimit-reset": expect.stringMatching(/^\d{10}$/),
      });
    }
  });

  it("unknown paths count, and are refused: for the address, or for the key that is sent", async () => {
    const key = await lintel.createKey("agent");
    await lintel.call("/api/auth/verify", { key });
    pass(MINUTE_MS);
    expect(statuses(await repeat(301, () => lintel.call("/wp-login.php")))).toEqual({ 404: 300, 429: 1 });
    expect(standing(await lintel.call("/wp-login.php", { key }))).toEqual([100, 99, 60]);
  });

  it("a refusal comes before the body is read", async () => {
    const key = await lintel.createKey("admin");
    const send = () =>
      lintel.call("/api/admin/brokerages", {
        method: "POST",
        key,
        headers: { "content-type": "application/json" },
        body: "{not json",
      });
    expect(statuses(await repeat(101, send))).toEqual({ 400: 100, 429: 1 });
  });

  it("health, metrics and documents are never refused and do not count", async () => {
    await repeat(301, () => search());
    expect((await search()).status).toBe(429);
    for (const path of ["/health", "/metrics", "/docs", "/openapi.json", "/redoc"]) {
      const reply = await lintel.call(path);
      expect([path, reply.status]).not.toEqual([path, 429]);
      expect(Object.keys(reply.headers).filter((name) => name.startsWith("x-ratelimit"))).toEqual([]);
    }
  });
});

describe("RATE_LIMITS=off", () => {
  it("refuses no request and sends no headers", async () => {
    const lintel = await startTestApp({ RATE_LIMITS: "off" });
    const key = await lintel.createKey("admin");
    const replies = await Promise.all(
      Array.from({ length: 150 }, () => lintel.call("/api/auth/verify", { key })),
    );
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    expect(Object.keys(replies[0]?.headers ?? {}).filter((name) => name.includes("ratelimit"))).toEqual([]);
    await lintel.ctx.limits.take("registration_email", "ada@mail.test");
    await lintel.close();
  });
});
