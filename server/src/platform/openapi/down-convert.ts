import type { Document, Schema } from "./document.ts";

/**
 * The document in OpenAPI 3.0, for generators that do not take 3.1: null as `nullable`, constants as enums, values of several
 * types without a type, and neither webhooks nor examples. Conditions between fields and texts beside a `$ref` have no form
 * in 3.0.
 */
export function downConvert({ webhooks: _, info, components, ...document }: Document): object {
  const { license, ...about } = info as { license?: { name: string } };
  const schemas = components.schemas ?? {};
  const converted = new Converter(schemas).convert({ ...document, components }) as Document;
  removeUnused(converted);
  return {
    ...converted,
    openapi: "3.0.3",
    info: { ...about, ...(license && { license: { name: license.name } }) },
  };
}

class Converter {
  #schemas: Record<string, Schema>;

  constructor(schemas: Record<string, Schema>) {
    this.#schemas = schemas;
  }

  /** Converts every schema below a value. Schemas are known by where they are. */
  convert(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((each) => this.convert(each));
    if (value === null || typeof value !== "object") return value;
    const parts = Object.entries(value).flatMap(([key, each]) => {
      if (key === "example") return [];
      if (key === "requestBody") return [[key, withoutNull(this.convert(each) as Body)]];
      if (key === "schema") return [[key, this.#schema(each as Schema)]];
      if (key === "schemas")
        return [[key, mapped(each as Record<string, Schema>, (one) => this.#schema(one))]];
      return [[key, this.convert(each)]];
    });
    return Object.fromEntries(parts);
  }

  #schema(schema: Schema): Schema {
    if (schema.$ref) return { $ref: schema.$ref };
    const { anyOf, ...beside } = schema;
    if (anyOf) return this.#choice(anyOf, beside);
    const copy = withOneType(withoutNewKeywords(schema));
    if (copy.items) copy.items = this.#schema(copy.items);
    if (copy.properties) copy.properties = mapped(copy.properties, (each) => this.#schema(each));
    if (typeof copy.additionalProperties === "object") {
      copy.additionalProperties = this.#schema(copy.additionalProperties);
    }
    return copy;
  }

  /** One schema or null, or a value without a type. */
  #choice(choices: Schema[], beside: Schema): Schema {
    const others = choices.filter((each) => each.type !== "null");
    const nullable = others.length < choices.length ? { nullable: true } : {};
    const [only, second] = others;
    if (!only || second) return beside;
    if (!only.$ref) {
      // Generators for Go refuse a default of an enum that may be null.
      const { default: _, ...rest } = this.#schema({ ...only, ...beside });
      return { ...rest, ...nullable };
    }
    const target = this.#schemas[only.$ref.split("/").at(-1) as string];
    return { type: target?.type as string, ...beside, allOf: [{ $ref: only.$ref }], ...nullable };
  }
}

/** Schemas that only webhooks use, or values without a type. */
function removeUnused(document: Document): void {
  const { schemas = {} } = document.components;
  const text = JSON.stringify(document);
  const unused = Object.keys(schemas).filter((name) => !text.includes(`"#/components/schemas/${name}"`));
  for (const name of unused) delete schemas[name];
  if (unused.length > 0) removeUnused(document);
}

type Body = { content: Record<string, { schema: Schema }> };

/** An optional body is left out instead of null. */
function withoutNull(body: Body): Body {
  for (const media of Object.values(body.content)) {
    const [only] = media.schema.allOf ?? [];
    if (only) media.schema = only;
  }
  return body;
}

/** 3.0 has one type, beside null. */
function withOneType(schema: Schema): Schema {
  const { type, ...rest } = schema;
  if (!Array.isArray(type)) return schema;
  const types = type.filter((each) => each !== "null");
  const nullable = types.length < type.length ? { nullable: true } : {};
  if (types.length === 1) return { type: types[0] as string, ...rest, ...nullable };
  // Generators refuse the limits of a type where no type is named.
  const { pattern: _, minimum: __, maximum: ___, ...untyped } = rest;
  return untyped;
}

function withoutNewKeywords({ patternProperties, allOf: _, const: constant, ...schema }: Schema): Schema {
  const copy: Schema = { ...schema };
  if (constant !== undefined) copy.enum = [constant];
  if (copy.type === "null") return { ...copy, type: "string", nullable: true };
  if (patternProperties) copy.additionalProperties = Object.values(patternProperties)[0] ?? true;
  if (copy.contentMediaType) {
    const isText = String(copy.contentMediaType).startsWith("text/");
    delete copy.contentMediaType;
    if (!isText) copy.format = "binary";
  }
  for (const [limit, bound] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const) {
    if (typeof copy[limit] === "number") {
      copy[bound] = copy[limit];
      copy[limit] = true;
    }
  }
  return copy;
}

function mapped(record: Record<string, Schema>, change: (schema: Schema) => Schema): Record<string, Schema> {
  return Object.fromEntries(Object.entries(record).map(([name, schema]) => [name, change(schema)]));
}
