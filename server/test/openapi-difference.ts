import { fileURLToPath } from "node:url";
import { type Json, withDocuments } from "./harness/openapi-of-commit.ts";

/*
 * `npm run openapi:difference -- REF`: starts the program of that commit and the present one, and prints how their OpenAPI
 * documents differ in meaning: references are replaced by what they name, and examples, descriptions, summaries and titles are
 * left out. Ends with 1 on a difference.
 */

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PROSE = new Set(["description", "summary", "title"]);
const EXAMPLES = new Set(["example", "examples"]);
const LINE_LENGTH = 160;

const [reference = "HEAD"] = process.argv.slice(2);
process.exitCode = await withDocuments(ROOT, reference, (before, after) => {
  const lines = differences(meaningOf(before as Components), meaningOf(after as Components));
  const { paths, values } = sizeOf(meaningOf(after as Components));
  const sum = `${paths} paths, ${values} values: ${lines.length} differ, descriptions apart`;
  const shown = lines.map((line) => line.slice(0, LINE_LENGTH));
  process.stdout.write([...shown, `${reference} and the present tree, ${sum}`, ""].join("\n"));
  return lines.length > 0 ? 1 : 0;
});

type Components = { components: object };

/** Of the components only those that operations name indirectly: the others are part of the operations. */
function meaningOf({ components, ...rest }: Components): Json {
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
