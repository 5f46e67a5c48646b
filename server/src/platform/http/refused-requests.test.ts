import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

/** Over real sockets, because node's parser answers some of these before there is a request. */
describe("requests that no operation sees", () => {
  let lintel: TestApp;
  let port: number;
  beforeAll(async () => {
    lintel = await startTestApp();
    await lintel.createTenant("north");
    await lintel.app.listen({ port: 0, host: "127.0.0.1" });
    port = (lintel.app.server.address() as AddressInfo).port;
  });
  afterAll(async () => {
    // After everything below.
    expect((await send("GET /api/properties HTTP/1.1\r\nHost: north.test")).status).toBe(200);
    await lintel.close();
  });

  /** Sends a request's head as it is, and reads the reply to its end. */
  async function send(
    head: string,
  ): Promise<{ status: number; headers: Map<string, string>; body: unknown }> {
    const text = await new Promise<string>((resolve, reject) => {
      let received = "";
      const socket = connect(port, "127.0.0.1");
      socket.setEncoding("utf8");
      socket.on("data", (data) => {
        received += data;
      });
      // What the server has said before it hangs up counts.
      socket.on("error", (error) => (received ? resolve(received) : reject(error)));
      socket.on("close", () => resolve(received));
      socket.write(`${head}\r\nConnection: close\r\n\r\n`);
    });
    const [start = "", body = ""] = text.split("\r\n\r\n", 2);
    const [statusLine = "", ...lines] = start.split("\r\n");
    const headers = new Map(lines.map((line) => [line.split(": ")[0]!.toLowerCase(), line.split(": ")[1]!]));
    return {
      status: Number(statusLine.split(" ")[1]),
      headers,
      body: body.startsWith("{") ? JSON.parse(body) : null,
    };
  }

  it("a query of 1 MB is 431", async () => {
    const reply = await send(
      `GET /api/properties?city=${"x".repeat(1_048_576)} HTTP/1.1\r\nHost: north.test`,
    );
    expect([reply.status, reply.body]).toEqual([
      431,
      { detail: "The request line or the headers are too long" },
    ]);
    expect(reply.headers.get("x-request-id")).toMatch(/./);
  });

  it("a request line of 64 kB is answered, a longer one is 431", async () => {
    const target = (length: number) => "/api/properties?_=".padEnd(length, "x");
    for (const [length, status] of [
      [65_000, 200],
      [65_600, 431],
      [75_000, 431],
    ] as const) {
      const reply = await send(`GET ${target(length)} HTTP/1.1\r\nHost: north.test`);
      expect([length, reply.status]).toEqual([length, status]);
    }
  });

  it("headers of 1 MB are 431", async () => {
    const reply = await send(
      `GET /api/properties HTTP/1.1\r\nHost: north.test\r\nX-Much: ${"x".repeat(1_048_576)}`,
    );
    expect(reply.status).toBe(431);
  });

  it("a request without a Host header is 400, in HTTP/1.1 and 1.0, and one with an empty one", async () => {
    for (const head of ["HTTP/1.1", "HTTP/1.0", "HTTP/1.1\r\nHost:", "HTTP/1.1\r\nHost:  "]) {
      const reply = await send(`GET /api/properties ${head}`);
      expect([head, reply.status, reply.body]).toEqual([head, 400, { detail: "Missing Host header" }]);
      expect(reply.headers.get("x-request-id")).toMatch(/./);
    }
  });

  it("without a Host header, what does not depend on the brokerage still answers", async () => {
    expect((await send("GET /health HTTP/1.1")).status).toBe(200);
    expect((await send("GET /api/properties?brokerage_id=1 HTTP/1.1")).status).toBe(200);
  });

  it("what is not HTTP is 400", async () => {
    for (const head of ["nonsense", "GET /api properties HTTP/1.1\r\nHost: north.test", "\u0000\u0001"]) {
      const reply = await send(head);
      expect([reply.status, reply.body]).toEqual([400, { detail: "Malformed request" }]);
      expect(reply.headers.get("x-request-id")).toMatch(/./);
    }
  });

  it("a malformed URL is 400", async () => {
    for (const path of ["/api/properties/%", "/api/properties/%zz", "/%c0%80", "/api/%E0%A4%A"]) {
      const reply = await send(`GET ${path} HTTP/1.1\r\nHost: north.test`);
      expect([path, reply.status, reply.body]).toEqual([path, 400, { detail: "Malformed URL" }]);
      expect(reply.headers.get("x-request-id")).toMatch(/./);
    }
  });

  it("JSON that is announced and not sent is no body: nothing is malformed", async () => {
    const key = await lintel.createKey("admin");
    const headers = { "content-type": "application/json" };
    const { id } = await lintel.createTenant("bare");
    const gone = await lintel.call(`/api/admin/brokerages/${id}`, { method: "DELETE", key, headers });
    expect(gone.status).toBe(200);
    const missing = await lintel.call("/api/admin/brokerages", { method: "POST", key, headers });
    expect([missing.status, missing.body.detail[0].msg]).toEqual([422, "body must be an object"]);
  });

  it("takes JSON alone: text/plain is 415 like any other type", async () => {
    const key = await lintel.createKey("admin");
    const headers = { "content-type": "text/plain" };
    const reply = await lintel.call("/api/admin/brokerages", { method: "POST", key, headers, body: "{}" });
    expect(reply.status).toBe(415);
  });

  it("names the field that holds a NUL character", async () => {
    const key = await lintel.createKey("admin");
    const body = { slug: "nul", name: "Nul", nav_main: [{ label: "a\u0000b", href: "/" }] };
    const posted = await lintel.call("/api/admin/brokerages", { method: "POST", key, body });
    expect([posted.status, posted.body.detail]).toEqual([
      422,
      [
        {
          loc: ["body", "nav_main", 0, "label"],
          msg: "nav_main.0.label must not contain NUL characters",
          type: "value_error",
        },
      ],
    ]);
    const searched = await lintel.call("/api/admin/search/agents?q=ab%00", { key });
    expect([searched.status, searched.body.detail[0].loc]).toEqual([422, ["query", "q"]]);
  });

  it.each(["1e0", "1.0", "0x1", " 1", "1 ", "+", "9".repeat(30)])(
    "takes %j for no id and no page",
    async (text) => {
      const key = await lintel.createKey("admin");
      const encoded = encodeURIComponent(text);
      for (const path of [`/api/admin/brokerages/${encoded}`, `/api/admin/brokerages?page=${encoded}`]) {
        expect([path, (await lintel.call(path, { key })).status]).toEqual([path, 422]);
      }
    },
  );

  it("a 401 says how to come in", async () => {
    const { headers } = await lintel.call("/api/auth/verify");
    expect(headers["www-authenticate"]).toBe("Bearer");
  });

  it("the bare address leads to the documentation", async () => {
    const { status, headers } = await lintel.call("/");
    expect([status, headers.location]).toEqual([302, "/docs"]);
  });

  it("an unknown path is 404 Not Found for every method", async () => {
    for (const method of ["GET", "POST", "DELETE", "PATCH"] as const) {
      for (const path of [
        "/ap",
        "/api",
        "/api/nothing",
        "/api/properties/a/b/c",
        "/API/properties",
        "/__proto__",
      ]) {
        const reply = await lintel.call(path, { method });
        expect([method, path, reply.status, reply.body]).toEqual([
          method,
          path,
          404,
          { detail: "Not Found" },
        ]);
      }
    }
  });

  it.each([
    ["POST", "/api/properties", "GET, HEAD"],
    ["DELETE", "/api/properties/", "GET, HEAD"],
    ["PUT", "/api/properties/A1", "GET, HEAD"],
    ["PATCH", "/api/properties/A1/nearby?limit=3", "GET, HEAD"],
    ["GET", "/api/admin/listings/import", "POST"],
  ] as const)("%s %s is 405 and allows %s", async (method, path, allowed) => {
    const reply = await lintel.call(path, { method });
    expect([reply.status, reply.body]).toEqual([405, { detail: "Method Not Allowed" }]);
    expect(reply.headers.allow).toBe(allowed);
  });

  it("a trailing slash changes nothing", async () => {
    const paths = [
      "/api/properties",
      "/api/properties/A1",
      "/api/properties/cities/list",
      "/api/public/brokerage",
    ];
    for (const path of [...paths, "/api/properties/A1/nearby", "/health", "/api/nothing"]) {
      const [plain, slashed] = [await get(path), await get(`${path}/`)];
      expect([path, slashed.status, slashed.body?.detail]).toEqual([path, plain.status, plain.body?.detail]);
      expect((await get(`${path}/?page=0`)).status).toBe((await get(`${path}?page=0`)).status);
    }
  });

  const get = (path: string) => lintel.call(path, { host: "north.test" });

  it("every reply has an X-Request-ID: the caller's, when it is one", async () => {
    for (const path of [
      "/api/properties",
      "/api/properties?page=0",
      "/api/nothing",
      "/health",
      "/docs",
      "/%",
    ]) {
      const replies = [await get(path), await get(path)].map(({ headers }) => headers["x-request-id"]);
      expect([path, ...replies]).toEqual([path, expect.stringMatching(/^[\w-]{16,}$/), expect.any(String)]);
      expect(replies[0]).not.toBe(replies[1]);
    }
    const withId = (id: string) => lintel.call("/health", { headers: { "x-request-id": id } });
    expect((await withId("checkout-17")).headers["x-request-id"]).toBe("checkout-17");
    expect((await withId("a b\tc")).headers["x-request-id"]).not.toBe("a b\tc");
    expect((await withId("x".repeat(5000))).headers["x-request-id"]).toHaveLength(36);
  });

  it("HEAD answers like GET, without a body", async () => {
    for (const [path, status] of [
      ["/api/properties", 200],
      ["/api/properties?page=0", 422],
      ["/api/properties/A1", 404],
    ] as const) {
      const reply = await lintel.call(path, { method: "HEAD", host: "north.test" });
      expect([path, reply.status, reply.text]).toEqual([path, status, ""]);
    }
  });
});
