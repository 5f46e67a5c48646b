import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BuiltFile } from "../build/built-website.ts";
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

  it("has the console's first page load at most 250 kB", async () => {
    const { files, console } = await openWebsite(join(folder, "stored"));
    const first = [...files.keys()].find((name) => name.startsWith("console-today.page")) as string;
    const shell = [...files.keys()].find((name) => name.startsWith("console-shell")) as string;
    const loaded = new Set([console.stylesheet, console.script].map((path) => path.replace("/assets/", "")));
    for (const name of [first, shell]) loaded.add(name);
    for (const name of loaded) {
      const code = name.endsWith(".js") ? String(files.get(name)?.bytes) : "";
      // Imports at the beginning of a file are loaded with it; those in parentheses are not.
      for (const [, file = ""] of code.matchAll(/(?:from|import)"\.\/([^"]+)"/g)) loaded.add(file);
    }
    // A small file is not sent compressed.
    const sizes = [...loaded].map((name) => {
      const { gzip, bytes } = files.get(name) as BuiltFile;
      return (gzip ?? bytes).length;
    });
    const total = sizes.reduce((sum, size) => sum + size, 0);
    expect([total > 100_000, total <= 250_000]).toEqual([true, true]);
  });
});
