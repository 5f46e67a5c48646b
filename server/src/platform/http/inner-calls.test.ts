import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LIMITED_HOST, newVisitor, startLimitedApp } from "../../../test/harness/limited-app.ts";
import type { TestApp } from "../../../test/harness/test-app.ts";
import { innerCall } from "./inner-calls.ts";

const LIMIT = 5;

describe("calls of this process to its own API", () => {
  let lintel: TestApp;
  beforeAll(async () => {
    lintel = await startLimitedApp(LIMIT);
  });
  afterAll(() => lintel.close());

  const search = (headers: Record<string, string>) =>
    lintel.call("/api/properties", { host: LIMITED_HOST, headers });
  const statusesOf = async (times: number, headers: Record<string, string>) => {
    const statuses: number[] = [];
    for (let nth = 0; nth < times; nth++) statuses.push((await search(headers)).status);
    return statuses;
  };

  it("count nothing, and pass when the visitor's limit has run out", async () => {
    const visitor = newVisitor();
    expect(await statusesOf(3 * LIMIT, { ...visitor, ...innerCall })).toEqual(Array(3 * LIMIT).fill(200));
    expect(await statusesOf(LIMIT + 1, visitor)).toEqual([...Array(LIMIT).fill(200), 429]);
    const reply = await search({ ...visitor, ...innerCall });
    expect([reply.status, reply.headers["x-ratelimit-limit"]]).toEqual([200, undefined]);
  });

  it("are told from those of outsiders by a mark that cannot be guessed", async () => {
    const [name = "", secret = ""] = Object.entries(innerCall)[0] ?? [];
    expect(secret.length).toBeGreaterThanOrEqual(43);
    for (const forged of ["", "1", "true", secret.slice(1), `${secret}x`, secret.toLowerCase()]) {
      const visitor = { ...newVisitor(), [name]: forged };
      expect((await statusesOf(LIMIT + 1, visitor)).at(-1)).toBe(429);
    }
  });

  it("show the mark in no reply", async () => {
    const [secret = ""] = Object.values(innerCall);
    for (const path of ["/api/properties", "/api/none", "/api/properties?page=0"]) {
      const { text, headers } = await lintel.call(path, { host: LIMITED_HOST, headers: { ...innerCall } });
      expect(text + JSON.stringify(headers)).not.toContain(secret);
    }
  });

  it("count against the limits of forms: they bound what is stored", async () => {
    const send = (visitor: Record<string, string>) =>
      lintel.call("/api/privacy/requests", {
        method: "POST",
        host: LIMITED_HOST,
        headers: { ...visitor, ...innerCall },
        body: { email: "ada@visitors.test", kind: "export" },
      });
    const visitor = newVisitor();
    const statuses: number[] = [];
    for (let nth = 0; nth < 7; nth++) statuses.push((await send(visitor)).status);
    expect(statuses.at(-1)).toBe(429);
    expect(statuses[0]).toBeLessThan(300);
  });

  it("of paths that are not there are not counted either", async () => {
    const visitor = newVisitor();
    for (let nth = 0; nth < 2 * LIMIT; nth++)
      await lintel.call("/api/none", { host: LIMITED_HOST, headers: { ...visitor, ...innerCall } });
    expect((await search(visitor)).headers["x-ratelimit-remaining"]).toBe(String(LIMIT - 1));
  });
});
