import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { permissions, type Role } from "../src/platform/http/permissions.ts";
import { slices } from "../src/slices.ts";
import { openFavorites } from "./harness/favorites-fixture.ts";
import { home, offerVowTerms, subscribe } from "./harness/market.ts";
import { newConfirmation, SEARCHES } from "./harness/searches-fixture.ts";
import { sendBytes } from "./harness/send-bytes.ts";
import { startTestApp, type TestApp } from "./harness/test-app.ts";

const SRC = fileURLToPath(new URL("../src/", import.meta.url));
const routes = slices.flatMap((slice) => slice.routes.map((route) => ({ ...route, slice: slice.name })));
const everyRole: Role[] = ["admin", "broker", "agent"];

/** A path that names no record. */
const pathOf = (path: string) => path.replaceAll(/\{\w+\}/g, "999999");

describe("every route", () => {
  let lintel: TestApp;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());

  it("has an operation of its own, in a file of that name, with a test of that name", () => {
    const names = routes.map((route) => route.operationId);
    expect(new Set(names).size).toBe(names.length);
    const missing = routes.flatMap(({ operationId, slice }) => {
      const file = operationId.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      const found = readdirSync(join(SRC, slice), { recursive: true, encoding: "utf8" }).map((path) =>
        basename(path),
      );
      return [`${file}.ts`, `${file}.test.ts`].filter((name) => !found.includes(name));
    });
    expect(missing).toEqual([]);
  });

  describe.each(routes)("$method $path", (route) => {
    const { method } = route;
    const path = pathOf(route.path);
    const { roles, refusal } = permissions[route.permission];

    it.runIf(roles !== null)("refuses a caller without credentials", async () => {
      const reply = await lintel.call(path, { method, body: {} });
      expect([reply.status, reply.body]).toEqual([401, { detail: "Not authenticated" }]);
    });

    it.runIf(roles !== null)("refuses a key that is not known", async () => {
      const reply = await lintel.call(path, { method, key: "lk_unknown", body: {} });
      expect([reply.status, reply.body]).toEqual([401, { detail: "Invalid API key" }]);
    });

    const refused = everyRole.filter((role) => roles !== null && !(roles as readonly Role[]).includes(role));
    it.runIf(refused.length > 0).each(refused)("refuses the role %s", async (role) => {
      const reply = await lintel.call(path, { method, key: await lintel.createKey(role), body: {} });
      expect([reply.status, reply.body]).toEqual([403, { detail: refusal }]);
    });

    // SPEC: Errors: on the favorites routes it is a bad request.
    const isOfFavorites = route.slice === "favorites" || route.path.startsWith("/api/v1/favorites/");
    const unknownDomain = isOfFavorites ? 400 : 404;
    it.runIf(route.tenant)(`answers ${unknownDomain} on a domain without brokerage`, async () => {
      const key = await lintel.createKey("admin");
      const reply = await lintel.call(path, { method, key, host: "unknown.test" });
      expect([reply.status, reply.body]).toEqual([unknownDomain, { detail: "Brokerage not found" }]);
    });

    const precondition: Record<string, object> = {
      favorites: { detail: "Invalid or expired auth token. Request a new magic link." },
    };
    const tokenRefusal = route.token && precondition[route.token];
    it.runIf(tokenRefusal)("refuses a caller without a token of its own kind", async () => {
      const { host } = await lintel.createTenant(`token-${route.operationId.toLowerCase()}`);
      for (const key of [undefined, await lintel.createKey("admin")]) {
        const reply = await lintel.call(path, { method, host, body: {}, ...(key && { key }) });
        expect([reply.status, reply.body]).toEqual([401, tokenRefusal]);
      }
    });

    it.runIf(route.tenant)("answers 400 to a request without a Host header", async () => {
      const headers = `X-API-Key: ${await lintel.createKey("admin")}\r\nConnection: close`;
      const text = await sendBytes(lintel.app, `${method} ${path} HTTP/1.1\r\n${headers}\r\n\r\n`);
      expect(text).toMatch(/^HTTP\/1\.1 400 /);
      expect(text).toMatch(/\{"detail":"Missing Host header"\}$/);
    });
  });
});

describe("every route that names a record of the Host's brokerage", () => {
  // The path of a tile names a place. Those of staff are in the tests of tenant isolation and of their own.
  const owning = routes.filter(
    (route) =>
      route.tenant === true &&
      route.permission === "public" &&
      route.path.includes("{") &&
      route.operationId !== "getMapTile",
  );
  let lintel: TestApp;
  let north: string;
  let south: string;
  let visitor: Record<string, string>;
  /** What stands for each parameter: a record of north. */
  let records: Record<string, (route: { path: string }) => Promise<string>>;
  beforeAll(async () => {
    lintel = await startTestApp();
    const brokerage = await openFavorites(lintel, "north");
    const other = await lintel.createTenant("south");
    [north, south] = [brokerage.host, other.host];
    for (const [id, source] of [
      [brokerage.id, "north-mls"],
      [other.id, "south-mls"],
    ] as const) {
      await lintel.importListings(source, [
        home({
          ListingId: `${source}-1`,
          Latitude: 43.6,
          Longitude: -116.2,
          OpenHouse: [{ OpenHouseKey: "one", OpenHouseDate: "2036-06-01" }],
        }),
        home({ ListingId: `${source}-gone` }),
      ]);
      await subscribe(lintel, id, [source]);
      await offerVowTerms(lintel, source, { version: "1" });
      await lintel.importListings(source, [
        home({ ListingId: `${source}-gone`, StandardStatus: "Withdrawn" }),
      ]);
    }
    const agent = await lintel.createAgent(brokerage.id);
    const session = await lintel.call("/sessions", { method: "POST", host: north });
    visitor = {
      "x-session-id": session.body.session_id,
      authorization: `Bearer ${await brokerage.signIn("ada@visitors.test")}`,
    };
    await lintel.call("/sessions/preferences", {
      method: "POST",
      host: north,
      headers: visitor,
      body: { type: "features", key: "pool", value: 1 },
    });
    records = {
      slug: async () => agent.slug,
      listing_id: async ({ path }) => (path.endsWith("/gone") ? "north-mls-gone" : "north-mls-1"),
      type: async () => "features",
      key: async () => "pool",
      async token({ path }) {
        if (path.startsWith(SEARCHES)) return newConfirmation(lintel, north, "eve@visitors.test");
        if (!path.includes("site-previews")) return brokerage.newToken("ada@visitors.test");
        const { body } = await lintel.call(`/api/admin/brokerages/${brokerage.id}/preview`, {
          method: "POST",
          key: await lintel.createKey("broker", { brokerageId: brokerage.id }),
          body: {},
        });
        return body.token;
      },
      source: async () => "north-mls",
      id: async ({ path }) => {
        const request = { host: north, headers: visitor };
        if (path.startsWith(SEARCHES)) {
          const search = { filters: { city: ["Boise"] } };
          const { body } = await lintel.call(SEARCHES, { ...request, method: "POST", body: search });
          return String(body.id);
        }
        const { body } = await lintel.call("/api/open-houses", { host: north });
        return String(body.items[0].id);
      },
    };
  });
  afterAll(() => lintel.close());

  it.each(owning)(
    "$method $path answers it on another brokerage's Host as one that is not there",
    async (route) => {
      const { method } = route;
      let path = route.path;
      for (const [, name = ""] of route.path.matchAll(/\{(\w+)\}/g)) {
        const record = records[name];
        if (!record) throw new Error(`No record of a brokerage is known for {${name}}: add one above`);
        path = path.replace(`{${name}}`, encodeURIComponent(await record(route)));
      }
      const takesBody = method === "POST" || method === "PATCH";
      const body = takesBody ? { body: { action: "confirm", version: "1" } } : {};
      const ask = async (to: string, host: string, headers = visitor) => {
        const reply = await lintel.call(to, { method, host, headers, ...body });
        return { status: reply.status, body: reply.body };
      };
      const foreign = await ask(path, south);
      expect(foreign.status).toBeGreaterThanOrEqual(400);
      expect(foreign.status).toBeLessThan(500);
      // A missing record, for an unknown visitor.
      const missing = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        name === "type" ? "features" : name === "id" ? "2147483647" : "nothing-of-the-kind",
      );
      expect(foreign).toEqual(await ask(missing, south));
      expect((await ask(path, north)).status).toBeLessThan(300);
    },
  );
});
