import { type Static, type TSchema, Type } from "typebox";

/** Query parameters of every list (SPEC: Conventions, Limits). */
export const PageQuery = {
  page: Type.Integer({ minimum: 1, default: 1, description: "Page number, from 1" }),
  page_size: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
};

/** For lists of records that can be disabled. */
export const IncludeDisabled = {
  include_disabled: Type.Boolean({ default: false, description: "For admins: includes disabled records" }),
};

/** Selects the tenant of a public read instead of the Host (register-routes.ts resolves it). */
export const BrokerageParameter = {
  brokerage_id: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2_147_483_647,
      description: "The id of the brokerage, instead of the request's Host",
    }),
  ),
};

/** `{items, total, page, page_size, total_pages}` (SPEC: Conventions). */
export function ListOf<Item extends TSchema>(item: Item) {
  const { title } = item as { title?: string };
  const fields = {
    items: Type.Array(item),
    total: Type.Integer({ minimum: 0 }),
    page: Type.Integer({ minimum: 1 }),
    page_size: Type.Integer({ minimum: 1 }),
    total_pages: Type.Integer({ minimum: 0 }),
  };
  return Type.Object(fields, title === undefined ? {} : { title: `${title}List` });
}

/** A nullable value: `null` in replies (SPEC: Resources, Conventions for fields). */
export function Nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Unsafe<Static<Schema> | null>(
    "type" in schema && typeof schema.type === "string" && !("enum" in schema)
      ? { ...schema, type: [schema.type, "null"] }
      : { ...describedAs(schema), anyOf: [schema, { type: "null" }] },
  );
}

/** Readers of the document look for a field's description beside `anyOf`, not within it. */
const describedAs = (schema: TSchema) =>
  "description" in schema && !("title" in schema) ? { description: schema.description } : {};

/** One of the given words. With `ignoreCase`, any case is accepted and normalized. */
export function OneOf<const Words extends readonly string[]>(
  words: Words,
  options: { ignoreCase?: boolean; title?: string; description?: string; default?: Words[number] } = {},
) {
  const { ignoreCase, ...rest } = options;
  return Type.Unsafe<Words[number]>({
    type: "string",
    enum: [...words],
    ...(ignoreCase && { transform: ["toEnumCase"] }),
    ...rest,
  });
}

export type PageRequest = { page: number; page_size: number };

/** LIMIT and OFFSET of a page. */
export function rowsOf({ page, page_size }: PageRequest): { limit: number; offset: number } {
  return { limit: page_size, offset: (page - 1) * page_size };
}

/** The reply of `ListOf`. `total` counts all that the caller may see. */
export function envelope<Item>(items: Item[], total: number, { page, page_size }: PageRequest) {
  return { items, total, page, page_size, total_pages: Math.ceil(total / page_size) };
}
