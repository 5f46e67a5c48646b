import fc, { type Arbitrary } from "fast-check";
import { ownFormats } from "../../src/platform/http/formats.ts";

/** As much of JSON Schema as the OpenAPI document uses. */
export type Schema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  patternProperties?: Record<string, Schema>;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  default?: unknown;
};

/** Values that the schema allows. */
export function allowedBy(schema: Schema): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map(allowedBy));
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => allowedBy({ ...schema, type })));
  }
  switch (schema.type) {
    case "integer":
      return fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1_000_000 });
    case "number":
      return fc.double({ ...bounds(schema), noNaN: true, noDefaultInfinity: true });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "string":
      return text(schema);
    case "array":
      return fc.array(allowedBy(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 5, 5),
      });
    case "object":
      return record(schema);
    default:
      return schema.properties ? record(schema) : fc.jsonValue({ maxDepth: 1 });
  }
}

/** What a schema cannot say: a domain's form, which listing there is, and that changes are those of the target's own fields. */
const byName: Record<string, Arbitrary<unknown>> = {
  domain: fc.domain(),
  listing_id: fc.oneof({ weight: 4, arbitrary: fc.constant("FUZZ-1") }, fc.string()),
  changes: fc.record(
    { name: fc.constantFrom("Ada", "Grace"), email: fc.emailAddress() },
    { requiredKeys: ["name"] },
  ),
};

/** An id is mostly a small one, because those exist. */
export function named(name: string, schema: Schema): Arbitrary<unknown> {
  if (byName[name]) return byName[name];
  if (!name.endsWith("_id")) return allowedBy(schema);
  return fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: 1, max: 4 }) },
    { weight: 1, arbitrary: allowedBy(schema) },
  );
}

function bounds({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema) {
  return {
    min: minimum ?? exclusiveMinimum ?? -1e6,
    max: maximum ?? exclusiveMaximum ?? 1e7,
    minExcluded: exclusiveMinimum !== undefined,
    maxExcluded: exclusiveMaximum !== undefined,
  };
}

function record({ properties = {}, required = [] }: Schema): Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, schema]) => [name, named(name, schema)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: required.filter((name) => properties[name]) });
}

const WORDS = [
  "Boise",
  "4 bed house",
  "agent@example.test",
  "Zoë Ødegård",
  "2026-06-15",
  "O'Brien",
  "a%_b",
  "🏡 home",
];

function text({ format, pattern, minLength = 0, maxLength = 40 }: Schema): Arbitrary<string> {
  if (pattern) return fc.stringMatching(new RegExp(pattern));
  const own = format && ownFormats[format]?.check;
  if (own instanceof RegExp) return fc.stringMatching(own);
  switch (format) {
    case "email":
      return fc.emailAddress();
    case "uri":
      return fc.webUrl();
    case "date":
    case "day-or-blank":
      return day;
    case "date-time":
      return moment.map((date) => date.toISOString());
    case "uuid":
      return fc.uuid();
    case "web-address":
    case "link":
      return fc.webUrl();
    case "phone":
      return fc.constantFrom("+12085550100", "+442071838750", "+4930123456");
    case "time-zone":
      return fc.constantFrom("America/Boise", "UTC", "Asia/Kathmandu");
    default:
      return fc.oneof(
        fc.string({ minLength, maxLength: Math.min(Math.max(minLength, 40), maxLength) }),
        fc.constantFrom(...WORDS).map((word) => word.slice(0, maxLength).padEnd(minLength, "x")),
      );
  }
}

const moment = fc.date({ min: new Date("1990-01-01"), max: new Date("2050-01-01"), noInvalidDate: true });
const day = moment.map((date) => date.toISOString().slice(0, 10));

/** What no schema allows, or every schema has to bound: the values that break careless code. */
export const hostile: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    "",
    " ",
    "\u0000",
    "null",
    "NaN",
    "-1",
    "1e400",
    "0x10",
    "'; drop table agents; --",
    "../../etc/passwd",
    "<script>alert(1)</script>",
    "javascript:alert(1)",
    "\ud800",
    "\u202e",
    "__proto__",
    "a".repeat(20_000),
    -1,
    0,
    0.5,
    1e308,
    -0,
    2 ** 31,
    2 ** 53,
    Number.MIN_VALUE,
    [],
    {},
    [[]],
    [null],
    { constructor: null },
    { $ne: 1 },
  ),
  fc.jsonValue({ maxDepth: 3 }),
);
