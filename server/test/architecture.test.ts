import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { allowed, slices } from "../src/slices.ts";
import { importCycles, readSourceFiles, type SourceFile, shortestCycle } from "./structure.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const sliceNames = slices.map((slice) => slice.name);

/** A production file, and the slice, layer or workspace that it belongs to; "" for the files of server/src itself. */
type File = SourceFile & { area: string };

const files: File[] = readSourceFiles(ROOT).map((file) => ({ ...file, area: areaOf(file.path) }));
const server = files.filter(({ path }) => path.startsWith("server/src/"));

function areaOf(path: string): string {
  const [workspace = "", , folder = "", ...rest] = path.split("/");
  if (workspace !== "server") return workspace;
  return rest.length === 0 ? "" : folder;
}

const isSlice = (area: string) => sliceNames.includes(area);
const isIndex = (path: string) => path === `server/src/${areaOf(path)}/index.ts`;

/** Imports of these files that break a rule, as `file -> file`. */
function importsThat(isWrong: (file: File, area: string, path: string) => boolean, of = server): string[] {
  return of.flatMap((file) =>
    file.imports
      .filter(({ path }) => isWrong(file, areaOf(path), path))
      .map(({ path }) => `${file.path} -> ${path}`),
  );
}

describe("layers and slices", () => {
  it("every folder is a slice, the platform, the models, the website's server, or the command line", () => {
    const areas = new Set(server.map((file) => file.area).filter((area) => area !== ""));
    expect([...areas].sort()).toEqual(["cli", "models", "platform", "web", ...sliceNames].sort());
  });

  it("no file is part of an import cycle, type imports included", () => {
    const cycles = importCycles(files, { types: true }).map((group) =>
      shortestCycle(group, files).join(" -> "),
    );
    expect(cycles).toEqual([]);
  });

  it("the platform uses nothing but the platform", () => {
    expect(importsThat((file, area) => file.area === "platform" && area !== "platform")).toEqual([]);
  });

  it("the models use the platform and nothing else", () => {
    const lower = ["models", "platform"];
    expect(importsThat((file, area) => file.area === "models" && !lower.includes(area))).toEqual([]);
  });

  it("slices use the platform, the models and slices: no file of server/src itself, and no command line", () => {
    const lower = ["models", "platform", ...sliceNames];
    expect(importsThat((file, area) => isSlice(file.area) && !lower.includes(area))).toEqual([]);
  });

  it("the pages of the website and the console use nothing of the server: only what any front end can, the API's types and the tracker", () => {
    const pages = files.filter(({ path }) => path.startsWith("web/"));
    expect(pages.length).toBeGreaterThan(50);
    expect(importsThat((_file, _area, path) => !/^(web|client\/src)\//.test(path), pages)).toEqual([]);
  });

  it("the website's server uses the platform and slices, and is used by server/src/app.ts alone", () => {
    const lower = ["platform", "web", ...sliceNames];
    expect(importsThat((file, area) => file.area === "web" && !lower.includes(area))).toEqual([]);
    const isOurs = (path: string) => path.startsWith("server/src/web/");
    const users = importsThat((file, _area, path) => file.area !== "web" && isOurs(path));
    expect(users).toEqual(["server/src/app.ts -> server/src/web/index.ts"]);
  });

  it("a slice, and the models, are entered by their index.ts alone", () => {
    const wrong = importsThat(
      (file, area, path) =>
        (isSlice(area) || area === "models") &&
        path.startsWith("server/src/") &&
        area !== file.area &&
        !isIndex(path),
    );
    expect(wrong).toEqual([]);
  });

  it("a slice uses another only where the map allows it", () => {
    const wrong = importsThat(
      (file, area) =>
        isSlice(file.area) && isSlice(area) && area !== file.area && !allowed[file.area]?.includes(area),
    );
    expect(wrong).toEqual([]);
  });

  it("an index.ts exports nothing of another slice", () => {
    const wrong = importsThat((file, area) => isSlice(file.area) && isIndex(file.path) && area !== file.area);
    expect(wrong).toEqual([]);
  });

  it("the map has a line for every slice, names only slices, and holds no cycle", () => {
    expect(Object.keys(allowed).sort()).toEqual([...sliceNames].sort());
    const visit = (slice: string, trail: string[]): void => {
      expect(trail, `cycle: ${[...trail, slice].join(" -> ")}`).not.toContain(slice);
      for (const next of allowed[slice] ?? []) {
        expect(sliceNames).toContain(next);
        visit(next, [...trail, slice]);
      }
    };
    for (const slice of sliceNames) visit(slice, []);
  });

  it("no file is longer than 300 lines, generated ones apart", () => {
    const long = server.filter(
      (file) => !file.path.includes(".generated.") && file.text.split("\n").length > 300,
    );
    expect(long.map((file) => file.path)).toEqual([]);
  });
});

describe("services in the context", () => {
  const camelCase = (slice: string) =>
    slice.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const groups = server
    .filter(({ path, area }) => isSlice(area) && path === `server/src/${area}/services.ts`)
    .flatMap(({ text, area }) =>
      [...text.matchAll(/\breturn \{\s*(\w+)/g)].map(([, name]) => ({ slice: area, name: name as string })),
    );

  it("a slice's services are a group with the slice's name", () => {
    expect(groups.map(({ name }) => name)).toEqual(groups.map(({ slice }) => camelCase(slice)));
    expect(groups.length).toBeGreaterThan(0);
  });

  it("a slice uses another's services only where the map allows it", () => {
    const wrong = server
      .filter((file) => isSlice(file.area))
      .flatMap((file) =>
        groups
          .filter(({ slice }) => slice !== file.area && !allowed[file.area]?.includes(slice))
          .filter(({ name }) => usesService(file.text, name))
          .map(({ name }) => `${file.path} uses ctx.${name}`),
      );
    expect(wrong).toEqual([]);
  });

  it("finds a service however it is taken out of the context", () => {
    for (const text of [
      "ctx.photos.keep(url)",
      "this.#ctx.photos",
      "const { db, photos } = ctx;",
      "const { photos: keeper } = this.#ctx;",
      "function f({ photos: { keep } }: Context<UsesImages>) {}",
      "async (\n  { db, photos }: TenantContext<UsesImages>,\n)",
      'ctx["photos"]',
    ])
      expect(usesService(text, "photos"), text).toBe(true);
    for (const text of ["row.photos", "const { photos } = row;", "({ photos }: Page) =>", "ctx.photosOf"])
      expect(usesService(text, "photos"), text).toBe(false);
  });
});

/** Whether the code takes this service out of a context: by access, by `const {}`, or in a parameter. */
function usesService(text: string, name: string): boolean {
  const braces = `\\{(?:[^{};]|\\{[^{}]*\\})*?\\b(?<!: )${name}\\b(?:[^{};]|\\{[^{}]*\\})*?\\}`;
  return [
    `\\bctx(?:\\.${name}\\b|\\["${name}"\\])`,
    `${braces}\\s*=\\s*(?:[\\w.#]*\\.#?)?ctx\\b`,
    `${braces}\\s*:\\s*(?:Actor|Tenant)?Context\\b`,
  ].some((pattern) => new RegExp(pattern).test(text));
}

describe("tables", () => {
  const owner = new Map(slices.flatMap((slice) => slice.tables.map((table) => [table, slice.name] as const)));
  const tables = [
    ...readFileSync(join(ROOT, "server/src/platform/database/types.generated.ts"), "utf8")
      .split("export interface DB {")[1]!
      .matchAll(/^ {2}(\w+):/gm),
  ].map((match) => match[1] as string);

  it("each table has exactly one owner", () => {
    const owned = slices.flatMap((slice) => slice.tables);
    expect(owned.toSorted()).toEqual(tables.toSorted());
  });

  it("only files of its owner name a table in SQL, plain or by Kysely", () => {
    const inSql = new RegExp(
      `\\b(?:from|join|into|update|table|references)\\s+(${tables.join("|")})\\b`,
      "gi",
    );
    const inKysely = new RegExp(
      `\\.(?:selectFrom|insertInto|updateTable|deleteFrom|innerJoin|leftJoin)\\(\\s*"(${tables.join("|")})\\b`,
      "g",
    );
    const wrong = files
      .filter((file) => !file.path.includes(".generated."))
      .flatMap((file) =>
        [...file.text.matchAll(inSql), ...file.text.matchAll(inKysely)]
          .filter((match) => owner.get((match[1] as string).toLowerCase()) !== file.area)
          .map((match) => `${file.path}: ${match[1]}`),
      );
    expect(wrong).toEqual([]);
  });
});

describe("rules of every file", () => {
  const of = (pattern: RegExp, where: (file: File) => boolean) =>
    files.filter((file) => where(file) && pattern.test(file.text)).map((file) => file.path);

  it("routes hold no SQL and no Kysely", () => {
    expect(of(/\bsql`|\.selectFrom\(|\.execute\(/, (file) => file.path.endsWith(".routes.ts"))).toEqual([]);
  });

  it("JSON is written to the database by toJsonb, because PostgreSQL refuses lone surrogates in it", () => {
    const types = readFileSync(join(ROOT, "server/src/platform/database/types.generated.ts"), "utf8");
    const columns = [...types.matchAll(/^ {2}(\w+): (?:Generated<Json>|Json\b)/gm)].map(([, name]) => name);
    expect(columns).toContain("preferences");
    const isParameter = /::jsonb?\b|_recordset\(/;
    const isColumn = new RegExp(`\\b(?:${columns.join("|")}): [^,;]*JSON\\.stringify\\(`);
    const wrong = ({ area, text }: File) =>
      area !== "platform" &&
      ((isParameter.test(text) && text.includes("JSON.stringify(")) || isColumn.test(text));
    expect(server.filter(wrong).map(({ path }) => path)).toEqual([]);
  });

  it("transactions are opened by inTransaction alone, which keeps the pool from being used inside them", () => {
    expect(
      of(/\.transaction\(\)/, (file) => file.path !== "server/src/platform/database/database.ts"),
    ).toEqual([]);
  });

  it("operations take time and randomness from the context", () => {
    expect(of(/\bnew Date\(\)|\bDate\.now\(\)|\bMath\.random\(\)/, (file) => isSlice(file.area))).toEqual([]);
  });

  it("slices do not use HTTP requests and replies", () => {
    expect(of(/from "fastify"/, (file) => isSlice(file.area))).toEqual([]);
  });
});

describe("the demo's workspace", () => {
  const demo = files.filter(({ path }) => path.startsWith("demo/src/"));

  it("is imported by one dynamic import of the server", () => {
    const importing = server.flatMap(({ path, text }) =>
      [...text.matchAll(/\S+ ?\(?"[^"\n]*demo\/src\/[^"\n]*"/g)].map(([found]) => `${path}: ${found}`),
    );
    expect(importing).toEqual(['server/src/make-demo.ts: import("../../demo/src/load-demo.ts"']);
  });

  it("renders nothing when it is loaded: it uses types of its drawings, and no sharp", () => {
    const rendering = demo.filter(({ text }) =>
      /import (?!type )[^;]*"[^"]*drawings\/|["']sharp["']/.test(text),
    );
    expect(rendering.map(({ path }) => path)).toEqual([]);
  });

  it("enters slices by their index.ts alone", () => {
    expect(importsThat((_, area, path) => isSlice(area) && !isIndex(path), demo)).toEqual([]);
  });

  it("holds no SQL, takes the time and chance from the context, and has no file longer than 300 lines", () => {
    const wrong = demo.filter(
      ({ text }) =>
        /\bsql`|\.selectFrom\(|\.insertInto\(|\bnew Date\(\)|\bDate\.now\(\)|\bMath\.random\(\)/.test(text) ||
        text.split("\n").length > 300,
    );
    expect(demo.length).toBeGreaterThan(0);
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});
