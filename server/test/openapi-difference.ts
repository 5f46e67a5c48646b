import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { dereferenced } from "./harness/dereferenced.ts";
import { freePort } from "./harness/run-lintel.ts";

/*
 * `npm run openapi:difference -- REF`: starts the program of that commit and the present one, and prints how their OpenAPI
 * documents differ in meaning: references are replaced by what they name, and examples, descriptions, summaries and titles are
 * left out. Ends with 1 on a difference.
 */

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PROSE = new Set(["description", "summary", "title"]);
const EXAMPLES = new Set(["example", "examples"]);
const START_MS = 120_000;
const LINE_LENGTH = 160;

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const [reference = "HEAD"] = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), "lintel-openapi-"));
try {
  const checkout = join(folder, "before");
  execFileSync("git", ["worktree", "add", "--quiet", "--detach", checkout, reference], { cwd: ROOT });
  await symlink(join(ROOT, "node_modules"), join(checkout, "node_modules"));
  const before = await documentOf(checkout, join(folder, "before-data"));
  const after = await documentOf(ROOT, join(folder, "after-data"));
  const lines = differences(before, after);
  const { paths, values } = sizeOf(after);
  const sum = `${paths} paths, ${values} values: ${lines.length} differ, descriptions apart`;
  const shown = lines.map((line) => line.slice(0, LINE_LENGTH));
  process.stdout.write([...shown, `${reference} and the present tree, ${sum}`, ""].join("\n"));
  process.exitCode = lines.length > 0 ? 1 : 0;
} finally {
  execFileSync("git", ["worktree", "remove", "--force", join(folder, "before")], { cwd: ROOT });
  await rm(folder, { recursive: true, force: true });
}

async function documentOf(checkout: string, dataDir: string): Promise<Json> {
  const port = await freePort();
  const server = spawn(process.execPath, ["server/src/main.ts", "serve"], {
    cwd: checkout,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: String(port), DEMO: "false" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const exited = once(server, "exit");
  try {
    for (const until = Date.now() + START_MS; Date.now() < until; await delay(200)) {
      if (server.exitCode !== null)
        throw new Error(`The server of ${checkout} ended with ${server.exitCode}.`);
      const reply = await fetch(`http://127.0.0.1:${port}/openapi.json`).catch(() => null);
      if (reply?.ok) return meaningOf((await reply.json()) as Components);
    }
    throw new Error(`The server of ${checkout} did not answer within ${START_MS / 1000} s.`);
  } finally {
    server.kill("SIGTERM");
    await exited;
  }
}

type Components = { components: object };

/** Of the components only those that operations name indirectly: the others are part of the operations. */
function meaningOf(document: Components): Json {
  const { components, ...rest } = dereferenced(document);
  const { securitySchemes } = components as { securitySchemes?: Json };
  return withNullTypes({ ...rest, components: { securitySchemes } } as unknown as Json);
}

/** `anyOf` of one type and null as that type and null. */
function withNullTypes(value: Json): Json {
  if (Array.isArray(value)) return value.map(withNullTypes);
  if (value === null || typeof value !== "object") return value;
  const all = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withNullTypes(each)]));
  const [first, second] = (Array.isArray(all.anyOf) ? all.anyOf : []) as Record<string, Json>[];
  const isNullable = second?.type === "null" && typeof first?.type === "string" && !("enum" in first);
  if (!isNullable) return all;
  const { anyOf: _, ...beside } = all;
  return { ...first, ...beside, type: [first.type as string, "null"] };
}

function differences(before: Json, after: Json): string[] {
  const [old, current] = [valuesOf(before), valuesOf(after)];
  return [...new Set([...old.keys(), ...current.keys()])].flatMap((path) => {
    if (old.get(path) === current.get(path)) return [];
    if (!current.has(path)) return [`- ${path}: ${old.get(path)}`];
    if (!old.has(path)) return [`+ ${path}: ${current.get(path)}`];
    return [`~ ${path}: ${old.get(path)} -> ${current.get(path)}`];
  });
}

/** Every leaf of a document as JSON, by its path. */
function valuesOf(document: Json): Map<string, string> {
  const values = new Map<string, string>();
  const visit = (value: Json, path: string, isMap: boolean) => {
    if (value === null || typeof value !== "object" || Object.keys(value).length === 0) {
      values.set(path, JSON.stringify(value));
      return;
    }
    for (const [name, child] of Object.entries(value)) {
      if (!isMap && EXAMPLES.has(name)) continue;
      // A property that is called "title" is a part of the contract; its text about a schema is not.
      if (!isMap && PROSE.has(name) && typeof child === "string") continue;
      visit(child, `${path}/${name}`, name === "properties");
    }
  };
  visit(document, "", false);
  return values;
}

function sizeOf(document: Json): { paths: number; values: number } {
  const { paths } = document as { paths: object };
  return { paths: Object.keys(paths).length, values: valuesOf(document).size };
}
