import type { ErrorObject } from "ajv";

/** Deeper than any schema of ours: what lies below is not read. */
const DEPTH = 20;

/**
 * PostgreSQL keeps no NUL characters in text. The first of the schema's fields that holds one, as a finding of the
 * validator's; null when there is none.
 */
export function findNul(input: unknown, fields: object): ErrorObject | null {
  if (typeof input !== "object" || input === null) return null;
  for (const [name, schema] of Object.entries(fields)) {
    // A field of any kind is looked at, and not kept.
    if (Object.keys(schema).every((keyword) => keyword === "description")) continue;
    const path = pathOfNul((input as Record<string, unknown>)[name], DEPTH);
    if (path !== null) {
      const instancePath = ["", name, ...path].map(escaped).join("/");
      return { keyword: "nul", instancePath, schemaPath: "", params: {} };
    }
  }
  return null;
}

/** The names on the way to the first one; null when there is none. */
function pathOfNul(value: unknown, depth: number): string[] | null {
  if (typeof value === "string") return value.includes("\0") ? [] : null;
  if (typeof value !== "object" || value === null || Buffer.isBuffer(value) || depth === 0) return null;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) {
      const found = pathOfNul(value[at], depth - 1);
      if (found !== null) return [String(at), ...found];
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
