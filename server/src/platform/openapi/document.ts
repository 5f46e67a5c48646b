/** As much of a JSON Schema as the document's transformations look at. */
export type Schema = {
  $ref?: string;
  title?: string;
  description?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: boolean | Schema;
  patternProperties?: Record<string, Schema>;
  [keyword: string]: unknown;
};

export type Content = Record<string, { schema?: Schema; example?: unknown; examples?: unknown }>;
export type Parameter = { name: string; in: string; schema: Schema; [field: string]: unknown };
export type Response = { description: string; content?: Content; headers?: object; $ref?: string };

export type Operation = {
  operationId: string;
  tags: string[];
  security?: object[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, Response>;
  [field: string]: unknown;
};

export type Paths = Record<string, Record<string, Operation>>;

/** The OpenAPI document, as far as its transformations look at it. */
export type Document = {
  openapi: string;
  info: object;
  paths: Paths;
  webhooks?: Paths;
  components: {
    schemas?: Record<string, Schema>;
    responses?: Record<string, Response>;
    parameters?: Record<string, Parameter>;
    securitySchemes: object;
  };
  [field: string]: unknown;
};

export function operationsOf(paths: Paths = {}): Operation[] {
  return Object.values(paths).flatMap((methods) => Object.values(methods));
}

/** A name of a type, from words: `lead.created` becomes `LeadCreated`. */
export function pascal(words: string): string {
  return words
    .split(/[^A-Za-z0-9]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}
