import type { Schema } from "../request-fuzz/schema-arbitrary.ts";

/** As much as a body may be, with room for what stands around it. */
const MOST = 1_040_000;

export type HostileBody = { what: string; text: string };

/** Bodies of a megabyte that are wrong in as many places as fit, made from the schema they are sent against. */
export function hostileBodies(schema: Schema): HostileBody[] {
  const names = Object.keys(schema.properties ?? {});
  const everyField = (value: string) => `{${names.map((name) => `"${name}":${value}`).join(",")}}`;
  const share = Math.floor(MOST / Math.max(1, names.length)) - 70;
  const inArrays = arraysOf(schema).flatMap((path) =>
    wrongItems.map((item) => ({
      what: `${path.join(".")}: a megabyte of ${item}`,
      text: around(path, list(item, MOST)),
    })),
  );
  const inOpenObjects = openObjectsOf(schema).flatMap((path) =>
    [
      ["a megabyte of keys", keys(MOST)],
      ["a list of a megabyte", `{"x":${list("1", MOST)}}`],
      ["a text of a megabyte", `{"x":"${"@".repeat(MOST)}"}`],
      ["one key of a megabyte", `{"${"k/".repeat(MOST / 2)}":1}`],
      ["brackets", `{"x":${"[".repeat(MOST / 2)}${"]".repeat(MOST / 2)}}`],
      ["braces", `{"x":${'{"a":'.repeat(MOST / 6)}1${"}".repeat(MOST / 6)}}`],
      ["NUL far down", `{"x":${list('{"a":"\\u0000"}', MOST)}}`],
    ].map(([what, value = ""]) => ({ what: `${path.join(".")}: ${what}`, text: around(path, value) })),
  );
  return [
    ...inArrays,
    ...inOpenObjects,
    { what: "a list of numbers in every field", text: everyField(list("1", share)) },
    { what: "a list of empty objects in every field", text: everyField(list("{}", share)) },
    { what: "a long text in every field", text: everyField(`"${"@".repeat(share)}"`) },
    { what: "a long text of digits in every field", text: everyField(`"${"+1".repeat(share / 2)}"`) },
    {
      what: "NUL in a field of a megabyte's name",
      text: everyField(`{"${"k/".repeat(share / 2)}":"\\u0000"}`),
    },
    { what: "brackets in every field", text: everyField("[".repeat(share / 2) + "]".repeat(share / 2)) },
    {
      what: "braces in every field",
      text: everyField(`${'{"a":'.repeat(share / 6)}1${"}".repeat(share / 6)}`),
    },
    { what: "nothing but opening brackets", text: "[".repeat(MOST) },
    { what: "a list where an object is wanted", text: list("1", MOST) },
    { what: "one key of a megabyte", text: `{"${"k".repeat(MOST)}":1}` },
    { what: "unknown keys", text: keys(MOST) },
    { what: "unknown keys in every field", text: everyField(keys(share)) },
  ];
}

const wrongItems = ["1", "{}", "[]", '"x"', "null", '"\\u0001\\u0001"'];

/** Every array that the schema has, nested ones too: the names on the way, `[]` for an item. */
export function arraysOf(schema: Schema, path: string[] = []): string[][] {
  const branches = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((each) => each ?? []);
  return [
    ...(isArray(schema) ? [path, ...arraysOf(schema.items ?? {}, [...path, "[]"])] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => arraysOf(inner, [...path, name])),
    ...branches.flatMap((branch) => arraysOf(branch, path)),
  ];
}

/** Every object whose keys the schema leaves to the caller, with everything under them. */
export function openObjectsOf(schema: Schema, path: string[] = []): string[][] {
  const branches = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((each) => each ?? []);
  const isOpen = schema.patternProperties !== undefined || typeof schema.additionalProperties === "object";
  return [
    ...(isOpen ? [path] : []),
    ...(schema.items ? openObjectsOf(schema.items, [...path, "[]"]) : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
      openObjectsOf(inner, [...path, name]),
    ),
    ...branches.flatMap((branch) => openObjectsOf(branch, path)),
  ];
}

export function isArray({ type, items }: Schema): boolean {
  return items !== undefined || [type].flat().includes("array");
}

function around(path: string[], value: string): string {
  return path.reduceRight((inner, name) => (name === "[]" ? `[${inner}]` : `{"${name}":${inner}}`), value);
}

function list(item: string, bytes: number): string {
  const count = Math.max(1, Math.floor(bytes / (item.length + 1)));
  return `[${Array(count).fill(item).join(",")}]`;
}

function keys(bytes: number): string {
  const count = Math.floor(bytes / 12);
  return `{${Array.from({ length: count }, (_, at) => `"${at}x":1`).join(",")}}`;
}
