import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWebsite } from "../build/open-website.ts";

const OPEN = fileURLToPath(new URL("../build/open-website.ts", import.meta.url));

describe("the build of the website", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "lintel-web-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** What a process of its own loads to open the website. */
  const openAlone = (cache: string) => {
    const code = `const { openWebsite } = await import(${JSON.stringify(OPEN)});
      const { siteModule } = await openWebsite(${JSON.stringify(cache)});
      await import(siteModule);
      const bundler = process.report.getReport().sharedObjects.some((each) => each.includes("rolldown"));
      process.stdout.write(JSON.stringify({ bundler, from: siteModule.slice(0, 5) }));`;
    const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", code], {
      encoding: "utf8",
    });
    if (!stdout) throw new Error(stderr);
    return JSON.parse(stdout);
  };

  it("is stored, and an unchanged start loads no bundler", async () => {
    const cache = join(folder, "stored");
    expect(openAlone(cache)).toEqual({ bundler: true, from: "file:" });
    expect(openAlone(cache)).toEqual({ bundler: false, from: "file:" });
    expect(await readdir(cache)).toHaveLength(1);
  });

  it("is one folder for any number of processes that build at once", async () => {
    const cache = join(folder, "together");
    const built = await Promise.all([openWebsite(cache), openWebsite(cache), openWebsite(cache)]);
    expect(new Set(built.map(({ siteModule }) => siteModule)).size).toBe(1);
    expect(await readdir(cache)).toHaveLength(1);
  });

  it("is readable by other users than the one who built it", async () => {
    const cache = join(folder, "shared");
    await openWebsite(cache);
    const [build] = await readdir(cache);
    expect((await stat(join(cache, build as string))).mode & 0o777).toBe(0o755);
  });

  it("stays in memory where nothing can be written", async () => {
    // Not by root, either.
    const { siteModule } = await openWebsite("/sys/lintel-web");
    expect(siteModule).toMatch(/^data:text\/javascript/);
    const { createSite } = await import(siteModule);
    expect(createSite).toBeTypeOf("function");
  });

  it("gives each file a name of its content, and pages at most 30 kB of script", async () => {
    const { files, assets } = await openWebsite(join(folder, "stored"));
    for (const name of files.keys()) expect(name).toMatch(/-[\w-]{8}\.(m?js|css|woff2|json)$/);
    const scripts = [...files].filter(([name]) => name.endsWith(".js"));
    expect(scripts.map(([name]) => `/assets/${name}`)).toContain(assets.loader);
    // The map's library has files of its own; drawing is loaded by the button for it.
    const [, relativeDays] = scripts.find(([name]) => name.startsWith("relative-days")) ?? [];
    expect(relativeDays?.bytes.length).toBeLessThanOrEqual(300);
    for (const [name, { bytes }] of scripts.filter(([name]) => !/^(?:draw-area|console)/.test(name)))
      expect([name, gzipSync(bytes).length < 30_000]).toEqual([name, true]);
  });
});
