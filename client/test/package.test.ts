import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { removeFolder } from "../../server/test/harness/remove-folder.ts";

const CLIENT = fileURLToPath(new URL("..", import.meta.url));
const require = createRequire(import.meta.url);
const COMPILER = join(CLIENT, "../node_modules/.bin/tsc");

describe("the package", () => {
  let project: string;
  /** The layout that npm installs. */
  let installed: string;
  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), "lintel-package-"));
    const modules = join(project, "node_modules");
    installed = join(modules, "@lintel", "client");
    await mkdir(installed, { recursive: true });
    const npm = ["pack", "--silent", "--pack-destination", project];
    const tarball = execFileSync("npm", npm, { cwd: CLIENT, encoding: "utf8" })
      .trim()
      .split("\n")
      .at(-1) as string;
    execFileSync("tar", ["-xzf", join(project, tarball), "-C", installed, "--strip-components", "1"]);
    for (const name of ["openapi-fetch", "openapi-typescript-helpers"]) {
      await symlink(dirname(require.resolve(`${name}/package.json`)), join(modules, name));
    }
    await writeFile(join(project, "package.json"), '{ "type": "module" }');
  });
  afterAll(() => removeFolder(project));

  it("gives a page the tracker and the favorites in less than 4,000 bytes, gzipped", async () => {
    const bytes = gzipSync(await readFile(join(installed, "dist", "tracker.js")), { level: 9 }).length;
    expect(bytes).toBeLessThan(4000);
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
      import { createLintelClient, createTracker } from "@lintel/client";
      const tracker = createTracker({ baseUrl: "https://api.example.com" });
      const client = createLintelClient({ baseUrl: "https://api.example.com", tracker });
      const { data, error } = await client.GET("/api/properties", { params: { query: { max_price: 500000 } } });
      export const total: number | undefined = data?.total;
      export const why = error?.detail;
      tracker.trackView("A-1").photo(0);
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
}, 120_000);
