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
    const path = pathOfNul((input as Record<string, unknown>)[name], `/${name}`, DEPTH);
    if (path !== null) return { keyword: "nul", instancePath: path, schemaPath: "", params: {} };
  }
  return null;
}

function pathOfNul(value: unknown, path: string, depth: number): string | null {
  if (typeof value === "string") return value.includes("\0") ? path : null;
  if (typeof value !== "object" || value === null || Buffer.isBuffer(value) || depth === 0) return null;
  for (const [name, inner] of Object.entries(value)) {
    const found = pathOfNul(inner, `${path}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`, depth - 1);
    if (found !== null) return found;
  }
  return null;
}
