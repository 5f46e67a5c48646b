import { execFile, execFileSync } from "node:child_process";
import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, openMarket } from "../../server/test/harness/market.ts";
import { removeFolder } from "../../server/test/harness/remove-folder.ts";
import { startTestApp } from "../../server/test/harness/test-app.ts";

const CLIENT = fileURLToPath(new URL("..", import.meta.url));
const require = createRequire(import.meta.url);
const COMPILER = join(CLIENT, "../node_modules/.bin/tsc");

describe("the package", () => {
  let project: string;
  /** The layout that npm installs. */
  let installed: string;
  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), "lintel-package-"));
    installed = join(project, "node_modules", "@lintel", "client");
    const pack = (folder: string, ...options: string[]) =>
      execFileSync("npm", ["pack", "--silent", "--pack-destination", project, ...options], {
        cwd: folder,
        encoding: "utf8",
      })
        .trim()
        .split("\n")
        .at(-1) as string;
    const tarballs = [
      pack(CLIENT),
      // Its dependencies as they are installed here: the test needs no registry.
      ...["openapi-fetch", "openapi-typescript-helpers"].map((name) =>
        pack(dirname(require.resolve(`${name}/package.json`)), "--ignore-scripts"),
      ),
    ];
    await writeFile(join(project, "package.json"), '{ "type": "module" }');
    const install = ["install", "--offline", "--silent", ...tarballs.map((name) => `./${name}`)];
    execFileSync("npm", install, { cwd: project });
  });
  afterAll(() => removeFolder(project));

  it("gives a page the tracker and the favorites in less than 4 KiB, gzipped", async () => {
    const bytes = gzipSync(await readFile(join(installed, "dist", "tracker.js")), { level: 9 }).length;
    expect(bytes).toBeLessThan(4096);
  });

  it("holds what users need, and no source", async () => {
    const files = await readdir(installed, { recursive: true });
    expect(files).toEqual(
      expect.arrayContaining([
        "README.md",
        "package.json",
        "dist/index.js",
        "dist/index.d.ts",
        "dist/tracker.js",
      ]),
    );
    const odd = /^(dist(\/[\w.-]+\.(js|d\.ts))?|README\.md|LICENSE|package\.json)$/;
    expect(files.filter((name) => !odd.test(name))).toEqual([]);
  });

  it("can be imported, whole or the tracker alone, also where there is no page", () => {
    const script = `
      import { createLintelClient, createTracker, createFavorites } from "@lintel/client";
      import * as small from "@lintel/client/tracker";
      createTracker({ baseUrl: "http://127.0.0.1:9" }).stop();
      createFavorites({ baseUrl: "http://127.0.0.1:9" }).list();
      console.log(typeof createLintelClient({ baseUrl: "http://127.0.0.1:9" }).GET, Object.keys(small).sort().join());`;
    const args = ["--input-type=module", "--eval", script];
    expect(execFileSync(process.execPath, args, { cwd: project, encoding: "utf8" }).trim()).toBe(
      "function LintelError,createFavorites,createTracker",
    );
  });

  it("tells the compilers of others what every route takes and answers", async () => {
    const program = `
      import { type components, createLintelClient, createTracker, type WebhookEvent } from "@lintel/client";
      const tracker = createTracker({ baseUrl: "https://api.example.com" });
      const client = createLintelClient({ baseUrl: "https://api.example.com", tracker });
      const { data, error } = await client.GET("/api/properties", { params: { query: { max_price: 500000 } } });
      export const total: number | undefined = data?.total;
      export const why = error?.detail;
      tracker.trackView("A-1").photo(0);
      const { data: listing } = await client.operation("getListing", { params: { path: { listing_id: "A-1" } } });
      export const built: number | null | undefined = listing?.year_built;
      export const mine: components["schemas"]["Listing"] | undefined = listing;
      // @ts-expect-error: the path has a parameter
      await client.operation("getListing");
      // @ts-expect-error: there is no such operation
      await client.operation("getListings");
      export function receive(message: WebhookEvent): number | string {
        return message.event === "lead.created" ? message.data.lead_id : message.timestamp;
      }
      // @ts-expect-error: prices are numbers
      await client.GET("/api/properties", { params: { query: { max_price: "cheap" } } });
      // @ts-expect-error: there is no such field
      export const wrong = data?.totals;
    `;
    await writeFile(join(project, "program.ts"), program);
    const compile = (...options: string[]) => {
      const args = [
        "--noEmit",
        "--strict",
        "--target",
        "es2022",
        "--lib",
        "es2022,dom,dom.iterable",
        ...options,
      ];
      return execFileSync(COMPILER, [...args, "program.ts"], {
        cwd: project,
        encoding: "utf8",
      });
    };
    expect(compile("--module", "nodenext")).toBe("");
    expect(compile("--module", "esnext", "--moduleResolution", "bundler")).toBe("");
  });

  it("calls a running server by the names of operations", async () => {
    const lintel = await startTestApp();
    try {
      const { brokerageId } = await openMarket(lintel, "homes", [home({ ListingId: "CALL-1" })]);
      await lintel.app.listen({ port: 0, host: "127.0.0.1" });
      const { port } = lintel.app.server.address() as AddressInfo;
      const script = `
        import { createLintelClient } from "@lintel/client";
        const client = createLintelClient({
          baseUrl: "http://127.0.0.1:${port}",
          apiKey: "${await lintel.createKey("admin")}",
        });
        const query = { brokerage_id: ${brokerageId} };
        const params = { path: { listing_id: "CALL-1" }, query };
        const [listing, missing, user] = await Promise.all([
          client.operation("getListing", { params }),
          client.operation("getListing", { params: { path: { listing_id: "CALL-2" }, query } }),
          client.operation("verifyCredentials"),
        ]);
        console.log(listing.data.listing_id, missing.response.status, missing.error.detail, user.data.user.role);`;
      const run = promisify(execFile);
      const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", script], {
        cwd: project,
      });
      expect(stdout.trim()).toBe("CALL-1 404 Property not found admin");
    } finally {
      await lintel.close();
    }
  });
}, 120_000);
