import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildProgram } from "../build/build-program.ts";
import { BUILDS, builtProgram, FILES, hashOfFiles, PROGRAM, ROOT } from "../src/cli/built-program.ts";

const MAIN = join(ROOT, "server/src/main.ts");

/** Writes the number of loaded modules when the process ends. */
const COUNTED = `data:text/javascript,import { registerHooks } from "node:module";
  let modules = 0;
  registerHooks({ load: (url, context, next) => { modules++; return next(url, context); } });
  process.on("exit", () => process.stderr.write(String(modules)));`;

/** What a command writes and ends with. */
function run(args: string[], environment: Record<string, string> = {}, preload?: string) {
  const before = preload === undefined ? [] : ["--import", preload];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...before, MAIN, ...args], {
    encoding: "utf8",
    env: { ...process.env, DATABASE_URL: "", ...environment },
  });
  return { status, stdout, stderr };
}

describe("the built program", () => {
  it("is what processes of tests run, as those of users do", () => {
    const files = (environment?: Record<string, string>) =>
      Number(run(["--help"], environment, COUNTED).stderr);
    expect(builtProgram()).toMatch(/\/lintel-server\/[0-9a-f]{16}\/program\.mjs$/);
    expect(files()).toBeLessThan(files({ LINTEL_SOURCES: "1" }) / 2);
  });

  it("is built in another shell than packages are installed in, which keeps the machine's Node", async () => {
    const { scripts } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
    const installing = Object.values<string>(scripts).filter((script) => script.includes("ensure-install"));
    expect(new Set(installing)).toEqual(new Set(["node scripts/ensure-install.mjs"]));
    expect(scripts.start).toMatch(
      /^node server\/build\/build-command\.ts && exec node server\/src\/main\.ts serve$/,
    );
  });

  it("does as the sources do", () => {
    const sources = { LINTEL_SOURCES: "1" };
    for (const args of [["--version"], ["--help"], ["import", "--help"], ["serve", "--role", "cook"]])
      expect(run(args)).toEqual(run(args, sources));
  });

  it("has maps whose sources are where they say, so that errors show lines of the sources", async () => {
    const folder = dirname(fileURLToPath(builtProgram() as string));
    const maps = (await readdir(folder)).filter((name) => name.endsWith(".map"));
    const sources = await Promise.all(
      maps.map(async (name) => JSON.parse(await readFile(join(folder, name), "utf8")).sources as string[]),
    );
    const own = sources.flat().filter((path) => !path.includes("node_modules") && !path.includes("\0"));
    expect(own.length).toBeGreaterThan(1000);
    expect(own.filter((path) => !existsSync(join(folder, path)))).toEqual([]);
  });
});

describe("a build", () => {
  const builds = join(dirname(BUILDS), `lintel-server-test-${process.pid}`);
  const source = join(builds, "source.ts");
  beforeAll(() => mkdir(builds, { recursive: true }));
  afterAll(() => rm(builds, { recursive: true }));

  const files = [relative(ROOT, source), "package-lock.json"];
  /** The address of a build of the source as it is. */
  const storedBuild = async () => {
    const folder = join(builds, hashOfFiles(files));
    await mkdir(folder);
    await writeFile(join(folder, FILES), files.join("\n"));
    return pathToFileURL(join(folder, PROGRAM)).href;
  };

  it("serves while its sources are as they were, also when they are so again", async () => {
    await writeFile(source, "export const one = 1;");
    const first = await storedBuild();
    expect(builtProgram(builds)).toBe(first);
    await writeFile(source, "export const one = 2;");
    expect(builtProgram(builds)).toBeNull();
    const second = await storedBuild();
    expect(builtProgram(builds)).toBe(second);
    await writeFile(source, "export const one = 1;");
    expect(builtProgram(builds)).toBe(first);
    await rm(source);
    expect(builtProgram(builds)).toBeNull();
  });

  it("is left out where nothing can be written", async () => {
    // Not by root, either.
    expect(await buildProgram("/sys/lintel-server")).toBeNull();
  });
});
