type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/**
 * A document with every `$ref` to its components replaced by what it names; keywords beside a `$ref` have precedence. The API's
 * schemas have no cycles.
 */
export function dereferenced<Document extends object>(document: Document): Document {
  return resolved(document as unknown as Json, document as unknown as Json) as unknown as Document;
}

function resolved(value: Json, root: Json): Json {
  if (Array.isArray(value)) return value.map((each) => resolved(each, root));
  if (value === null || typeof value !== "object") return value;
  const { $ref, ...beside } = value;
  const own = Object.fromEntries(Object.entries(beside).map(([name, each]) => [name, resolved(each, root)]));
  return typeof $ref === "string" ? { ...(resolved(targetOf($ref, root), root) as object), ...own } : own;
}

function targetOf(reference: string, root: Json): Json {
  const names = reference.replace(/^#\//, "").split("/");
  return names.reduce<Json>((value, name) => (value as { [name: string]: Json })[name] as Json, root);
}
