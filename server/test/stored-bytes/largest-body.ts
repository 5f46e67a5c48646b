import { randomBytes, randomUUID } from "node:crypto";
import type { Schema } from "../request-fuzz/schema-arbitrary.ts";

/** Text that no compression makes smaller. */
export function noise(length: number): string {
  return randomBytes(length).toString("base64url").slice(0, length);
}

/** The largest value that a schema allows, as far as JSON Schema says it: the longest texts and lists, every field. */
export function largest(schema: Schema, name = ""): unknown {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return largest(choices.find(({ type }) => type !== "null") ?? {}, name);
  if (schema.enum) return schema.enum.at(-1);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === "object") {
    const fields = Object.entries(schema.properties ?? {});
    return Object.fromEntries(fields.map(([field, each]) => [field, largest(each, field)]));
  }
  if (type === "array") {
    return Array.from({ length: schema.maxItems ?? 100 }, () => largest(schema.items ?? {}, name));
  }
  if (type === "integer" || type === "number") return schema.maximum ?? 1_000_000;
  if (type === "boolean") return true;
  return textFor(schema, name);
}

function textFor({ format, maxLength = 2000 }: Schema, name: string): string {
  if (format === "email" || name === "email")
    return `${noise(60)}@${noise(20).replaceAll(/[-_]/g, "a")}.test`;
  if (format === "uuid") return randomUUID();
  if (format === "date") return "2026-07-01";
  if (format === "date-time") return "2026-06-15T11:00:00Z";
  if (/phone/i.test(name)) return "+1 208 555 0134";
  return noise(maxLength);
}
