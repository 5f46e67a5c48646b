import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { allowed, slices } from "../src/slices.ts";

const SRC = fileURLToPath(new URL("../src/", import.meta.url));
const sliceNames = slices.map((slice) => slice.name);

type SourceFile = { path: string; room: string; text: string; imports: string[] };

const files: SourceFile[] = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
  .map((path) => {
    const text = readFileSync(join(SRC, path), "utf8");
    const imports = [...text.matchAll(/(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+)"/g)].map((match) =>
      relative(SRC, join(SRC, dirname(path), match[1] as string)),
    );
    return { path, room: path.includes(sep) ? (path.split(sep)[0] as string) : "", text, imports };
  });

const isSlice = (room: string) => sliceNames.includes(room);
const roomOf = (path: string) => path.split(sep)[0] as string;

describe("the rooms of the house", () => {
  it("every folder is a slice, the platform, the models, or the command line", () => {
    const rooms = new Set(files.map((file) => file.room));
    expect([...rooms].filter((room) => room !== "").sort()).toEqual(
      ["cli", "models", "platform", ...sliceNames].sort(),
    );
  });

  it("the platform knows no slice, nor anything made of slices", () => {
    const wrong = files
      .filter((file) => file.room === "platform")
      .flatMap((file) =>
        file.imports.filter((path) => roomOf(path) !== "platform").map((path) => `${file.path} -> ${path}`),
      );
    expect(wrong).toEqual([]);
  });

  it("the models use the platform and nothing else", () => {
    const wrong = files
      .filter((file) => file.room === "models")
      .flatMap((file) =>
        file.imports
          .filter((path) => !["models", "platform"].includes(roomOf(path)))
          .map((path) => `${file.path} -> ${path}`),
      );
    expect(wrong).toEqual([]);
  });

  it("a slice, and the models, are entered by their index.ts alone", () => {
    const wrong = files.flatMap((file) =>
      file.imports
        .filter(
          (path) =>
            (isSlice(roomOf(path)) || roomOf(path) === "models") &&
            roomOf(path) !== file.room &&
            path !== join(roomOf(path), "index.ts"),
        )
        .map((path) => `${file.path} -> ${path}`),
    );
    expect(wrong).toEqual([]);
  });

  it("a slice uses another only where the map allows it", () => {
    const wrong = files
      .filter((file) => isSlice(file.room))
      .flatMap((file) =>
        file.imports
          .map(roomOf)
          .filter((room) => isSlice(room) && room !== file.room && !allowed[file.room]?.includes(room))
          .map((room) => `${file.path} -> ${room}`),
      );
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
    const long = files.filter(
      (file) => !file.path.includes(".generated.") && file.text.split("\n").length > 300,
    );
    expect(long.map((file) => file.path)).toEqual([]);
  });
});

describe("tables", () => {
  const owner = new Map(slices.flatMap((slice) => slice.tables.map((table) => [table, slice.name] as const)));
  const tables = [
    ...readFileSync(join(SRC, "platform/database/types.generated.ts"), "utf8")
      .split("export interface DB {")[1]!
      .matchAll(/^ {2}(\w+):/gm),
  ].map((match) => match[1] as string);

  it("each has exactly one owner", () => {
    const owned = slices.flatMap((slice) => slice.tables);
    expect(owned.toSorted()).toEqual(tables.toSorted());
  });

  it("only the owner's files name a table in SQL, in Kysely or plain", () => {
    // Reading whether there is a brokerage at all is how a first start is told.
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
          .filter((match) => owner.get((match[1] as string).toLowerCase()) !== file.room)
          .map((match) => `${file.path}: ${match[1]}`),
      );
    expect(wrong).toEqual([]);
  });
});

describe("habits", () => {
  const of = (pattern: RegExp, where: (file: SourceFile) => boolean) =>
    files.filter((file) => where(file) && pattern.test(file.text)).map((file) => file.path);

  it("routes hold no SQL and no Kysely", () => {
    expect(of(/\bsql`|\.selectFrom\(|\.execute\(/, (file) => file.path.endsWith(".routes.ts"))).toEqual([]);
  });

  it("transactions are opened by inTransaction alone, which guards the pool", () => {
    expect(
      of(/\.transaction\(\)/, (file) => file.path !== join("platform", "database", "database.ts")),
    ).toEqual([]);
  });

  it("operations take the time and chance from the context", () => {
    const operational = (file: SourceFile) => isSlice(file.room);
    expect(of(/\bnew Date\(\)|\bDate\.now\(\)|\bMath\.random\(\)/, operational)).toEqual([]);
  });

  it("an operation never sees a request or a reply", () => {
    expect(of(/from "fastify"/, (file) => isSlice(file.room))).toEqual([]);
  });
});

describe("the demo's workspace", () => {
  const DEMO = fileURLToPath(new URL("../../demo/src/", import.meta.url));
  const demoFiles = readdirSync(DEMO, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .map((path) => {
      const text = readFileSync(join(DEMO, path), "utf8");
      const imports = [...text.matchAll(/(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+)"/g)].map((match) =>
        relative(SRC, join(DEMO, dirname(path), match[1] as string)),
      );
      return { path, text, imports };
    });

  it("is imported by one dynamic import of the server", () => {
    const importing = files.flatMap(({ path, text }) =>
      [...text.matchAll(/\S+ ?\(?"[^"\n]*demo\/src\/[^"\n]*"/g)].map(([found]) => `${path}: ${found}`),
    );
    expect(importing).toEqual(['make-demo.ts: import("../../demo/src/load-demo.ts"']);
  });

  it("renders nothing when it is loaded: it uses types of its drawings, and no sharp", () => {
    const rendering = demoFiles.filter(({ text }) =>
      /import (?!type )[^;]*"[^"]*drawings\/|["']sharp["']/.test(text),
    );
    expect(rendering.map(({ path }) => path)).toEqual([]);
  });

  it("enters slices by their index.ts alone", () => {
    const wrong = demoFiles.flatMap(({ path, imports }) =>
      imports
        .filter((used) => isSlice(roomOf(used)) && used !== join(roomOf(used), "index.ts"))
        .map((used) => `${path} -> ${used}`),
    );
    expect(wrong).toEqual([]);
  });

  it("holds no SQL, takes the time and chance from the context, and has no file longer than 300 lines", () => {
    const wrong = demoFiles.filter(
      ({ text }) =>
        /\bsql`|\.selectFrom\(|\.insertInto\(|\bnew Date\(\)|\bDate\.now\(\)|\bMath\.random\(\)/.test(text) ||
        text.split("\n").length > 300,
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});
