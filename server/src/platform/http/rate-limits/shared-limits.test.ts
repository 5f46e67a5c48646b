import { Writable } from "node:stream";
import { Redis } from "ioredis";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type RedisServer, redisInstalled, startRedis } from "../../../../test/harness/redis-server.ts";
import { startTestApp } from "../../../../test/harness/test-app.ts";
import { RateLimiter } from "./rate-limiter.ts";

const KEY = "key 1";

describe.skipIf(!redisInstalled)("limits shared through Redis", () => {
  let redis: RedisServer;
  const open: RateLimiter[] = [];
  beforeEach(async () => {
    redis = await startRedis();
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((limiter) => limiter.close()));
    await redis.kill();
  });

  /** A process's limiter, and what it has logged. */
  async function startLimiter(redisUrl = redis.url) {
    const lines: { level: number; msg: string; reason?: string }[] = [];
    const stream = new Writable({
      write: (line, _encoding, done) => done(void lines.push(JSON.parse(String(line)))),
    });
    const limiter = new RateLimiter({ enabled: true, redisUrl, log: pino({ level: "info" }, stream) });
    open.push(limiter);
    await limiter.start();
    return { limiter, lines };
  }

  const take = (limiter: RateLimiter, times: number, key = KEY) =>
    Promise.all(Array.from({ length: times }, () => limiter.count("caller_minute", key)));
  const passed = (standings: { refused: boolean }[]) => standings.filter(({ refused }) => !refused).length;
  const spoke = (lines: { msg: string }[], text: string) =>
    lines.filter(({ msg }) => msg.includes(text)).length;

  it("of 1,000 requests at once to two processes exactly 100 pass", async () => {
    const [one, other] = [await startLimiter(), await startLimiter()];
    const standings = await Promise.all([take(one.limiter, 500), take(other.limiter, 500)]);
    expect(passed(standings.flat())).toBe(100);
    expect([...one.lines, ...other.lines]).toEqual([]);
  });

  it("what is left is known without asking again, until the window ends", async () => {
    const [one, other] = [await startLimiter(), await startLimiter()];
    await take(other.limiter, 90);
    expect(one.limiter.remaining("caller_minute", KEY)).toBe(100);
    await take(one.limiter, 4);
    expect(one.limiter.remaining("caller_minute", KEY)).toBe(6);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
    expect(one.limiter.remaining("caller_minute", KEY)).toBe(100);
    vi.useRealTimers();
  });

  it("two applications share a key's hundred over HTTP", async () => {
    const settings = { RATE_LIMITS: "on", REDIS_URL: redis.url };
    const [one, other] = [await startTestApp(settings), await startTestApp(settings)];
    // Each has a database of its own, and in each the key is the first.
    const calls = await Promise.all(
      [one, other].map(async (lintel) => {
        const key = await lintel.createKey("agent");
        return Promise.all(Array.from({ length: 150 }, () => lintel.call("/api/auth/verify", { key })));
      }),
    );
    expect(calls.flat().filter(({ status }) => status === 200)).toHaveLength(100);
    await Promise.all([one.close(), other.close()]);
  });

  it("what is stored is hashed, has our prefix and expires", async () => {
    const { limiter } = await startLimiter();
    await limiter.take("registration_email", "ada@mail.test");
    await limiter.count("address_minute", "198.51.100.7");
    const client = new Redis(redis.url);
    const keys = await client.keys("*");
    expect(keys.toSorted()).toEqual([
      expect.stringMatching(/^lintel:limit:address_minute:[\w-]{43}$/),
      expect.stringMatching(/^lintel:limit:registration_email:[\w-]{43}$/),
    ]);
    const [minute, hour] = await Promise.all(keys.toSorted().map((key) => client.ttl(key)));
    expect(minute).toBeGreaterThan(50);
    expect(minute).toBeLessThanOrEqual(60);
    expect(hour).toBeGreaterThan(3500);
    expect(hour).toBeLessThanOrEqual(3600);
    await client.quit();
  });

  it("Redis dies: requests go on, counted here, said once; it returns: shared again, said once", async () => {
    const [one, other] = [await startLimiter(), await startLimiter()];
    await take(one.limiter, 10);
    await redis.kill();
    const meanwhile = await take(one.limiter, 150);
    expect(passed(meanwhile)).toBe(100);
    await vi.waitFor(() => expect(spoke(other.lines, "redis unavailable")).toBe(1), 10_000);

    await redis.restart();
    await vi.waitFor(
      () => expect(spoke(one.lines, "redis available") + spoke(other.lines, "redis available")).toBe(2),
      10_000,
    );
    const standings = await Promise.all([take(one.limiter, 100), take(other.limiter, 100)]);
    expect(passed(standings.flat())).toBe(100);
    for (const { lines } of [one, other]) {
      expect([spoke(lines, "redis unavailable"), spoke(lines, "redis available")]).toEqual([1, 1]);
      expect(lines[0]?.reason).toMatch(/./);
    }
  });

  it("Redis hangs: a request waits a moment once, then none does, until it answers again", async () => {
    const { limiter, lines } = await startLimiter();
    redis.pause();
    const started = performance.now();
    expect((await limiter.count("caller_minute", KEY)).remaining).toBe(99);
    expect(performance.now() - started).toBeLessThan(1000);
    const later = performance.now();
    // One after the other: if each waited, it would be seven seconds.
    for (let n = 0; n < 50; n++) await take(limiter, 1);
    expect(performance.now() - later).toBeLessThan(2000);
    expect(spoke(lines, "redis unavailable")).toBe(1);

    redis.resume();
    await vi.waitFor(() => expect(spoke(lines, "redis available")).toBe(1), 10_000);
    await take(limiter, 1, "key 2");
    expect(spoke(lines, "redis unavailable")).toBe(1);
  });

  it("a start without Redis works, and finds it when it comes", async () => {
    await redis.kill();
    const { limiter, lines } = await startLimiter();
    expect(passed(await take(limiter, 101))).toBe(100);
    expect(spoke(lines, "redis unavailable")).toBe(1);
    expect(lines[0]?.reason).toContain("ECONNREFUSED");
    await redis.restart();
    await vi.waitFor(() => expect(spoke(lines, "redis available")).toBe(1), 10_000);
  });

  it("a Redis that wants another password is one that cannot be reached, and no password is logged", async () => {
    await redis.kill();
    redis = await startRedis("--requirepass", "right");
    const { limiter, lines } = await startLimiter(redis.url.replace("//", "//:wrong-secret@"));
    expect((await limiter.count("caller_minute", KEY)).remaining).toBe(99);
    expect(lines[0]?.reason).toContain("WRONGPASS");
    expect(JSON.stringify(lines)).not.toContain("wrong-secret");
    const { limiter: right, lines: quiet } = await startLimiter(redis.url.replace("//", "//:right@"));
    await right.count("caller_minute", KEY);
    expect(quiet).toEqual([]);
  });

  it("a closed limiter leaves no connection behind and does not complain", async () => {
    const { limiter, lines } = await startLimiter();
    const client = new Redis(redis.url);
    const connections = async () => (await client.client("LIST")) as string;
    expect((await connections()).trim().split("\n")).toHaveLength(2);
    await limiter.close();
    expect((await connections()).trim().split("\n")).toHaveLength(1);
    expect(lines).toEqual([]);
    await client.quit();
  });
});
