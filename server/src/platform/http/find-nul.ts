import type { ErrorObject } from "ajv";

/** Deeper than any schema; deeper values are not read. */
const DEPTH = 20;

/**
 * The first field of the schema with a NUL character, which PostgreSQL text cannot store, as a validation error; null
 * when there is none.
 */
export function findNul(input: unknown, fields: object): ErrorObject | null {
  if (typeof input !== "object" || input === null) return null;
  for (const [name, schema] of Object.entries(fields)) {
    // A field without a type is not stored.
    if (Object.keys(schema).every((keyword) => keyword === "description")) continue;
    const path = pathOfNul((input as Record<string, unknown>)[name], DEPTH);
    if (path !== null) {
      const instancePath = ["", name, ...path].map(escaped).join("/");
      return { keyword: "nul", instancePath, schemaPath: "", params: {} };
    }
  }
  return null;
}

/** Path of the first NUL; null when there is none. */
function pathOfNul(value: unknown, depth: number): string[] | null {
  if (typeof value === "string") return value.includes("\0") ? [] : null;
  if (typeof value !== "object" || value === null || Buffer.isBuffer(value) || depth === 0) return null;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const found = pathOfNul(value[index], depth - 1);
      if (found !== null) return [String(index), ...found];
    }
    return null;
  }
  for (const name in value) {
    const found = pathOfNul(value[name as never], depth - 1);
    if (found !== null) return [name, ...found];
  }
  return null;
}

function escaped(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
