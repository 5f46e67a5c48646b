import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BuiltFile } from "../../build/built-website.ts";
import { bundleConsole } from "../../build/bundle.ts";
import { openWebsite } from "../../build/open-website.ts";

/** web.md, The console. */
const GOAL = 250_000;
const DOCUMENT = 1700;
const HEADERS = 300;
/** Replies of the API, compressed, as `npm run bench console` measures them with 100,000 leads. */
const REPLIES: Record<string, number> = { "today.page.tsx": 24_000, "lead-board.page.tsx": 34_000 };
const OTHER_REPLIES = 17_000;

describe("the first load of the console", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "lintel-web-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it("is at most 250 kB for each page", async () => {
    const { files, console } = await openWebsite(folder);
    const { chunks } = await bundleConsole();
    const imports = new Map(chunks.map(({ fileName, imports }) => [fileName, imports]));
    const withImports = (names: readonly string[]) => {
      const loaded = new Set(names);
      for (const name of loaded) for (const file of imports.get(name) ?? []) loaded.add(file);
      return loaded;
    };
    // As it is sent: a small file is not compressed, fonts are already.
    const sizeOf = (name: string) => {
      const { gzip, bytes } = files.get(name) as BuiltFile;
      return (gzip ?? bytes).length;
    };
    const frame = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith("/shell/shell.tsx"));
    const first = [console.script, console.stylesheet, ...console.fonts].map((path) => basename(path));
    const pages = chunks.filter(({ facadeModuleId }) => facadeModuleId?.endsWith(".page.tsx"));
    const sizes = pages.map(({ fileName, facadeModuleId }) => {
      const page = basename(facadeModuleId as string);
      const loaded = [...withImports([...first, frame?.fileName as string, fileName])];
      const bytes = loaded.reduce((sum, name) => sum + sizeOf(name) + HEADERS, 0);
      return { page, size: DOCUMENT + bytes + (REPLIES[page] ?? OTHER_REPLIES) };
    });
    expect(sizes.map(({ page }) => page)).toEqual(expect.arrayContaining(Object.keys(REPLIES)));
    expect(sizes.filter(({ size }) => size > GOAL || size < GOAL / 2)).toEqual([]);
  });
});
