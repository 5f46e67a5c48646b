import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sendBytes } from "../../../test/harness/send-bytes.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { isPossibleDomain } from "./host.ts";

describe("the host that a request is for", () => {
  let direct: TestApp;
  let proxied: TestApp;
  beforeAll(async () => {
    [direct, proxied] = await Promise.all([
      startTestApp(),
      startTestApp({ TRUST_PROXY: "2", HOST: "0.0.0.0" }),
    ]);
    for (const lintel of [direct, proxied])
      for (const slug of ["north", "south"]) await lintel.createTenant(slug);
  });
  afterAll(() => Promise.all([direct.close(), proxied.close()]));

  /** The status, and the name of the brokerage that answered. */
  async function ask(lintel: TestApp, target: string, ...headers: string[]) {
    const text = await sendBytes(
      lintel.app,
      `${[`GET ${target} HTTP/1.1`, ...headers, "Connection: close"].join("\r\n")}\r\n\r\n`,
    );
    const [head = "", body = ""] = text.split("\r\n\r\n", 2);
    const reply = body.startsWith("{") ? JSON.parse(body) : {};
    return [Number(head.split(" ")[1]), reply.name ?? reply.detail];
  }

  const PATH = "/api/public/brokerage";

  it("is the one of an absolute target, not of the Host header, for CORS too", async () => {
    expect(await ask(direct, `http://north.test${PATH}`, "Host: south.test")).toEqual([200, "north"]);
    expect(await ask(direct, `HTTP://North.test:80${PATH}?_x=1`, "Host: unknown.test")).toEqual([
      200,
      "north",
    ]);
    expect(await ask(direct, `https://unknown.test${PATH}`, "Host: north.test")).toEqual([
      404,
      "Brokerage not found",
    ]);
    expect((await ask(direct, "http://north.test?x=1", "Host: south.test"))[0]).toBe(302);
    const origin = "Origin: https://north.test";
    const verify = async (target: string, host: string) =>
      sendBytes(
        direct.app,
        `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n${origin}\r\nConnection: close\r\n\r\n`,
      );
    expect(await verify("http://north.test/api/auth/verify", "south.test")).toMatch(
      /access-control-allow-credentials: true/i,
    );
    expect(await verify("http://south.test/api/auth/verify", "north.test")).not.toMatch(
      /access-control-allow-credentials/i,
    );
  });

  it("an absolute target without a host, or with a user, is 400", async () => {
    for (const target of [
      `http://${PATH}`,
      `http://north.test@south.test${PATH}`,
      `http://u:p@north.test${PATH}`,
    ])
      expect([target, ...(await ask(direct, target, "Host: north.test"))]).toEqual([
        target,
        400,
        "Malformed URL",
      ]);
  });

  it("two Host headers are 400, the same or not", async () => {
    for (const other of ["south.test", "north.test"])
      expect(await ask(direct, PATH, "Host: north.test", `host: ${other}`)).toEqual([
        400,
        "Only one Host header is allowed",
      ]);
  });

  it("behind proxies it is the last one that X-Forwarded-Host names, and without them that header counts for nothing", async () => {
    const forwarded = ["Host: inner.test", "X-Forwarded-Host: south.test, north.test"];
    expect(await ask(proxied, PATH, ...forwarded)).toEqual([200, "north"]);
    expect(
      await ask(
        proxied,
        PATH,
        "Host: inner.test",
        "X-Forwarded-Host: south.test",
        "X-Forwarded-Host: north.test",
      ),
    ).toEqual([200, "north"]);
    expect(await ask(proxied, PATH, "Host: north.test", "X-Forwarded-Host: ")).toEqual([200, "north"]);
    expect(await ask(proxied, `http://south.test${PATH}`, ...forwarded)).toEqual([200, "north"]);
    expect(await ask(direct, PATH, "Host: south.test", "X-Forwarded-Host: north.test")).toEqual([
      200,
      "south",
    ]);
  });

  it("behind proxies https is what the last one says", async () => {
    const transport = async (proto: string) =>
      (await proxied.call("/health", { headers: { "x-forwarded-proto": proto } })).headers[
        "strict-transport-security"
      ];
    expect(await transport("http, https")).toMatch(/max-age/);
    expect(await transport("https, http")).toBeUndefined();
  });

  it("/metrics of a server that other machines can reach wants a token to be set", async () => {
    const shown = await direct.call("/metrics");
    expect(shown.status).toBe(200);
    for (const name of ["process_cpu_seconds_total", "http_request_duration_seconds"]) {
      expect(shown.text).toContain(`# TYPE ${name} `);
    }
    const refused = await proxied.call("/metrics");
    expect([refused.status, refused.body.detail]).toEqual([
      403,
      expect.stringContaining("Set METRICS_TOKEN"),
    ]);
    // A proxy of this machine hands on what others ask, whether or not it is said to be there.
    const behindProxy = await startTestApp({ HOST: "127.0.0.1", TRUST_PROXY: "true" });
    expect((await behindProxy.call("/metrics")).status).toBe(403);
    await behindProxy.close();
    for (const name of ["x-forwarded-for", "forwarded", "x-real-ip"]) {
      const { status, body } = await direct.call("/metrics", { headers: { [name]: "for=192.0.2.1" } });
      expect([name, status, body.detail]).toEqual([name, 403, refused.body.detail]);
    }
    const lintel = await startTestApp({ HOST: "::", METRICS_TOKEN: "a-token" });
    const status = async (headers: Record<string, string>) =>
      (await lintel.call("/metrics", { headers })).status;
    expect([await status({}), await status({ authorization: "Bearer a-token" })]).toEqual([401, 200]);
    await lintel.close();
  });

  it.each([
    ["north.test", true],
    ["localhost", true],
    ["127.0.0.1", true],
    ["[::1]", true],
    ["_dmarc.homes.test", true],
    ["", false],
    ["a b.test", false],
    ["north.test/x", false],
    ["'; drop table", false],
    ["zoë.test", false],
    ["x".repeat(254), false],
  ])("%j can be a domain: %s", (domain, possible) => {
    expect(isPossibleDomain(domain)).toBe(possible);
  });
});
