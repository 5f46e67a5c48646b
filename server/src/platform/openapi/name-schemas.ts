import {
  type Content,
  type Document,
  type Operation,
  operationsOf,
  type Parameter,
  pascal,
  type Response,
  type Schema,
} from "./document.ts";

/**
 * Moves the object schemas of operations to `components.schemas`, so that generated clients have types with names. A schema with
 * a `title` (component.ts) has that name. One without is named after its place: `CreateLeadRequest`, `LeadAvailableTransition`.
 * The routes' validators are compiled from the schemas as they are, before this.
 */
export function nameSchemas(document: Document): void {
  const components = new Components();
  const operations = [...operationsOf(document.paths), ...operationsOf(document.webhooks)];
  // Twice: a schema without a title gets the name of an equal one that has a title, wherever that is.
  for (const operation of operations) {
    eachContent(operation, ({ schema }) => schema && components.noteTitles(schema));
    for (const { schema } of parametersOf(operation)) components.noteTitles(schema);
  }
  for (const operation of operations) {
    eachContent(operation, (media, name) => {
      if (media.schema) media.schema = components.named(media.schema, name);
    });
    for (const parameter of parametersOf(operation)) {
      parameter.schema = components.named(parameter.schema, pascal(parameter.name));
    }
  }
  document.components.schemas = components.sorted();
}

function parametersOf({ parameters = [] }: Operation): Parameter[] {
  return parameters.filter((each): each is Parameter => "schema" in each);
}

function eachContent(operation: Operation, visit: (media: Content[string], name: string) => void): void {
  const own = pascal(operation.operationId);
  for (const media of Object.values(operation.requestBody?.content ?? {})) visit(media, `${own}Request`);
  for (const [status, response] of Object.entries<Response>(operation.responses)) {
    const name = status.startsWith("2") ? `${own}Response` : `${own}Error${status}`;
    for (const media of Object.values(response.content ?? {})) visit(media, name);
  }
}

class Components {
  #schemas = new Map<string, Schema>();
  /** The content of each schema with a title, by its title. */
  #titled = new Map<string, string>();
  /** The name of each schema, by its content. */
  #names = new Map<string, string>();

  noteTitles(schema: Schema): void {
    if (schema.title) {
      const content = contentOf(schema);
      if ((this.#titled.get(schema.title) ?? content) !== content) {
        throw new Error(`Two schemas are named ${schema.title}, and differ.`);
      }
      const other = this.#names.get(content);
      if (other !== undefined && other !== schema.title) {
        throw new Error(`The schemas ${other} and ${schema.title} are equal: give them one name.`);
      }
      this.#titled.set(schema.title, content);
      this.#names.set(content, schema.title);
    }
    for (const child of childrenOf(schema)) this.noteTitles(child);
  }

  /** The schema with references to components in place of objects; a reference where it is an object itself. */
  named(schema: Schema, place: string): Schema {
    const content = contentOf(schema);
    const name = schema.title ?? this.#names.get(content) ?? place;
    const { title: _, ...rest } = this.#withNamedChildren(schema, name);
    if (schema.title === undefined && !isRecord(schema)) return rest;
    return this.#reference(name, rest, content);
  }

  #reference(name: string, { description, ...rest }: Schema, content: string): Schema {
    const isNullable = Array.isArray(rest.type) && rest.type.includes("null") && isRecord(rest);
    const schema: Schema = isNullable ? { ...rest, type: "object" } : rest;
    const unique = this.#schemas.has(name) && this.#names.get(content) !== name ? this.#unused(name) : name;
    this.#names.set(content, unique);
    const defined = this.#schemas.get(unique);
    if (!defined) this.#schemas.set(unique, { ...(description && { description }), ...schema });
    else if (!defined.description && description) defined.description = description;
    const reference = { $ref: `#/components/schemas/${unique}` };
    const note = description && this.#schemas.get(unique)?.description !== description ? { description } : {};
    return isNullable ? { ...note, anyOf: [reference, { type: "null" }] } : { ...reference, ...note };
  }

  #unused(name: string): string {
    let number = 2;
    while (this.#schemas.has(`${name}${number}`)) number++;
    return `${name}${number}`;
  }

  #withNamedChildren(schema: Schema, name: string): Schema {
    const copy = { ...schema };
    if (copy.properties) {
      copy.properties = mapped(copy.properties, (child, field) =>
        this.named(child, `${name}${pascal(field)}`),
      );
    }
    if (copy.patternProperties) {
      copy.patternProperties = mapped(copy.patternProperties, (child) => this.named(child, singular(name)));
    }
    if (copy.items) copy.items = this.named(copy.items, singular(name));
    if (typeof copy.additionalProperties === "object") {
      copy.additionalProperties = this.named(copy.additionalProperties, singular(name));
    }
    for (const keyword of ["anyOf", "oneOf", "allOf"] as const) {
      const choices = copy[keyword];
      if (choices) {
        copy[keyword] = choices.map((each, at) => this.named(each, at === 0 ? name : `${name}Variant${at}`));
      }
    }
    return copy;
  }

  sorted(): Record<string, Schema> {
    return Object.fromEntries([...this.#schemas].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }
}

function isRecord({ type, properties }: Schema): boolean {
  return properties !== undefined && [type].flat().includes("object");
}

/** Equal for schemas that differ in titles, in their own description, or in null alone. */
function contentOf(schema: Schema): string {
  const { description: _, ...rest } = schema;
  const type = isRecord(schema) ? "object" : schema.type;
  return JSON.stringify({ ...rest, type }, (key, value) =>
    key === "title" && typeof value === "string" ? undefined : value,
  );
}

function childrenOf(schema: Schema): Schema[] {
  const { properties = {}, patternProperties = {}, items, additionalProperties } = schema;
  return [
    ...Object.values(properties),
    ...Object.values(patternProperties),
    ...(items ? [items] : []),
    ...(typeof additionalProperties === "object" ? [additionalProperties] : []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.allOf ?? []),
  ];
}

function mapped<Value>(record: Record<string, Value>, change: (value: Value, name: string) => Value) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));
}

/** The name of an item: `LeadPage.items` is a list of `LeadPageItem`. */
function singular(name: string): string {
  if (/ies$/.test(name)) return name.replace(/ies$/, "y");
  if (/(ch|sh|x|ss)es$/.test(name)) return name.replace(/es$/, "");
  if (/[^s]s$/.test(name)) return name.replace(/s$/, "");
  return `${name}Item`;
}
