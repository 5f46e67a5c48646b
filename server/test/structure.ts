import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** An import of one file by another. Type imports vanish before the program runs. */
type Import = { path: string; isType: boolean };

/** A production file: its path from the root of the repository, its text, and the files that it imports. */
export type SourceFile = { path: string; text: string; imports: Import[] };

/** Folders of production code. Tests, fixtures, benchmarks and scripts are elsewhere. */
const FOLDERS = [
  "server/src",
  "demo",
  "feed-server/src",
  "client/src",
  "web/site",
  "web/console",
  "web/shared",
  "web/build",
  "local-models/src",
];

const SPECIFIER =
  /\b(import|export)\s+(type\s)?(?:[\w$*{},\s]*?\bfrom\s*)?"(\.{1,2}\/[^"]+)"|\bimport\s*\(\s*"(\.{1,2}\/[^"]+)"\s*\)(\s*\.\s*[A-Z])?/g;

/** Every production file of a checkout. */
export function readSourceFiles(root: string): SourceFile[] {
  return FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter(
        (path) => /\.tsx?$/.test(path) && !/\.test\.ts$|\.d\.ts$|(^|\/)(node_modules|test)\//.test(path),
      )
      .map((name) => {
        const path = join(folder, name);
        const text = readFileSync(join(root, path), "utf8");
        return { path, text, imports: importsOf(path, text) };
      }),
  );
}

function importsOf(path: string, text: string): Import[] {
  return [...text.matchAll(SPECIFIER)].map(([, , type, fixed, dynamic, member]) => ({
    path: join(dirname(path), (fixed ?? dynamic) as string),
    isType: type !== undefined || member !== undefined,
  }));
}

type Options = { types: boolean };

/** Groups of files that import each other in cycles: the strongly connected components of more than one file (Tarjan). */
export function importCycles(files: readonly SourceFile[], options: Options): string[][] {
  const edges = edgesOf(files, options);
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const groups: string[][] = [];
  const visit = (file: string): void => {
    const number = order.size;
    order.set(file, number);
    lowest.set(file, number);
    stack.push(file);
    for (const next of edges.get(file) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next))
        lowest.set(file, Math.min(lowest.get(file) as number, lowest.get(next) as number));
    }
    if (lowest.get(file) !== number) return;
    const group = stack.splice(stack.indexOf(file));
    if (group.length > 1 || edges.get(file)?.includes(file)) groups.push(group);
  };
  for (const file of edges.keys()) if (!order.has(file)) visit(file);
  return groups;
}

/** The shortest path of imports within the group that ends where it begins. */
export function shortestCycle(group: readonly string[], files: readonly SourceFile[]): string[] {
  const edges = edgesOf(files, { types: true });
  let shortest: string[] = [];
  for (const start of group) {
    const paths = [[start]];
    const seen = new Set<string>();
    for (const path of paths) {
      if (shortest.length > 0 && path.length >= shortest.length) break;
      for (const next of edges.get(path.at(-1) as string) ?? []) {
        if (next === start) shortest = [...path, start];
        else if (!seen.has(next)) paths.push([...path, next]);
        seen.add(next);
      }
    }
  }
  return shortest;
}

function edgesOf(files: readonly SourceFile[], { types }: Options): Map<string, string[]> {
  const paths = new Set(files.map(({ path }) => path));
  return new Map(
    files.map(({ path, imports }) => [
      path,
      imports.filter((each) => paths.has(each.path) && (types || !each.isType)).map((each) => each.path),
    ]),
  );
}

function report(root: string): string {
  const files = readSourceFiles(root);
  const written = files.filter(({ path }) => !path.includes(".generated."));
  const lines = written.map(({ text }) => text.trimEnd().split("\n").length).sort((a, b) => a - b);
  const cycles = (options: Options) => {
    const groups = importCycles(files, options);
    const sizes = groups.map(({ length }) => length);
    const sum = sizes.reduce((total, size) => total + size, 0);
    return sum === 0 ? "0" : `${groups.length}, of ${sum} files; the largest of ${Math.max(...sizes)}`;
  };
  return [
    ["production files, without generated", lines.length],
    ["lines", lines.reduce((sum, each) => sum + each, 0)],
    ["median lines of a file", lines[Math.floor(lines.length / 2)]],
    ["files of at most 20 lines", lines.filter((each) => each <= 20).length],
    ["import cycles", cycles({ types: true })],
    ["import cycles without type imports", cycles({ types: false })],
  ]
    .map(([name, value]) => `${String(name).padEnd(36)}${value}`)
    .join("\n");
}

// `npm run structure`, or `npm run structure -- FOLDER` for another checkout.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = process.argv[2] ?? fileURLToPath(new URL("../../", import.meta.url));
  process.stdout.write(`${report(resolve(root))}\n`);
}
