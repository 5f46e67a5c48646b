import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import addKeywords from "ajv-keywords";
import type { FastifySchemaCompiler } from "fastify";
import { boundedIssues, MAX_ISSUES, shortenedName } from "../bounded-issues.ts";
import type { ValidationIssue } from "../errors.ts";
import { cutLongArrays } from "./cut-long-arrays.ts";
import { findNul } from "./find-nul.ts";
import { ownFormats } from "./formats.ts";

type Validate = ReturnType<FastifySchemaCompiler<unknown>>;
type HttpPart = "body" | "querystring" | "params" | "headers";

const options = { useDefaults: true, allErrors: true, verbose: true, strict: false };
// Query and path parameters are text and coerced: `3` may be a number. Values of a body are not coerced.
const coercing = prepare(new Ajv({ ...options, coerceTypes: true }));
const exact = prepare(new Ajv(options));

function prepare(ajv: Ajv): Ajv {
  addFormats.default(ajv);
  // `transform: ["toEnumCase"]` makes an enumerated parameter case-insensitive.
  addKeywords.default(ajv, ["transform"]);
  for (const [name, { check }] of Object.entries(ownFormats)) ajv.addFormat(name, ofBoundedLength(check));
  // `transform` trims only after the length check.
  ajv.addKeyword({
    keyword: "trim",
    type: "string",
    schema: false,
    errors: false,
    modifying: true,
    before: "maxLength",
    validate: trim,
  });
  return ajv;
}

/** Longer than any valid formatted text; some formats are slow to check. */
const MAX_FORMATTED_LENGTH = 10_000;

function ofBoundedLength(check: RegExp | ((text: string) => boolean)): (text: string) => boolean {
  const holds = check instanceof RegExp ? (text: string) => check.test(text) : check;
  return (text) => text.length <= MAX_FORMATTED_LENGTH && holds(text);
}

function trim(
  text: string,
  place?: { parentData: Record<string | number, unknown>; parentDataProperty: string | number },
) {
  if (place) place.parentData[place.parentDataProperty] = text.trim();
  return true;
}

/** Fastify's validator compiler. */
export function compileValidator({ schema, httpPart }: { schema: object; httpPart?: string }): Validate {
  // Headers are described for the document and validated where they are used.
  if (httpPart === "headers") return () => true;
  const isBody = httpPart === "body";
  // Compiled at the first request: compiling all schemas at the start would take a fifth of a second.
  let compiled: ValidateFunction | undefined;
  const fields = (schema as { properties?: Record<string, Field> }).properties ?? {};
  const lists = listsIn(fields);
  const check: Validate = (input: Record<string, unknown>) => {
    if (!isBody) blankOddNumbers(input, fields);
    for (const { within, name } of lists) splitAtCommas(objectAt(input, within), name, isBody);
    const nul = findNul(input, fields);
    if (nul !== null) {
      check.errors = [nul];
      return false;
    }
    const cut = isBody ? cutLongArrays(input, schema) : new Set<string>();
    compiled ??= (isBody ? exact : coercing).compile(schema);
    const validate = compiled;
    const valid = validate(input) as boolean;
    check.errors =
      cut.size === 0 ? validate.errors : validate.errors?.filter((error) => !isWithin(cut, error));
    return valid;
  };
  return check;
}

type Field = { type?: unknown; splitsAtCommas?: boolean; properties?: Record<string, Field> };

/** The lists among fields and among those of their objects, such as `city` within `filters`. */
function listsIn(
  fields: Record<string, Field>,
  within: readonly string[] = [],
): { within: readonly string[]; name: string }[] {
  return Object.entries(fields).flatMap(([name, { splitsAtCommas, properties = {} }]) => [
    ...(splitsAtCommas ? [{ within, name }] : []),
    ...listsIn(properties, [...within, name]),
  ]);
}

function objectAt(input: unknown, path: readonly string[]): Record<string, unknown> | undefined {
  let found = input;
  for (const name of path) found = (found as Record<string, unknown> | null | undefined)?.[name];
  return typeof found === "object" && found !== null ? (found as Record<string, unknown>) : undefined;
}

/**
 * A field with `splitsAtCommas` is a list: text is split at its commas, and repeated parameters make one list (search.md, D01). Empty
 * parts are dropped; what has no other parts is a list of one empty text, which no such field accepts.
 */
function splitAtCommas(input: Record<string, unknown> | undefined, name: string, isBody: boolean): void {
  const value = input?.[name];
  // What is no text in a body is left to the schema.
  const texts = typeof value === "string" ? [value] : !isBody && Array.isArray(value) ? value : null;
  if (!input || !texts) return;
  const parts = texts.flatMap((text: unknown) => String(text).split(",")).map((part) => part.trim());
  const full = parts.filter((part) => part !== "");
  input[name] = full.length > 0 ? full : [""];
}

/** True for errors inside a truncated array, which are dropped: only its length is reported. */
function isWithin(cut: Set<string>, { instancePath }: ErrorObject): boolean {
  const path = instancePath.split("/");
  return path.some(
    (_, index) => index > 0 && index < path.length - 1 && cut.has(path.slice(0, index + 1).join("/")),
  );
}

/**
 * Blanks number spellings that Ajv would coerce: `Infinity` (not representable in JSON), blank (0), `0x10`, and `1e2`
 * for an id. Ajv refuses empty text.
 */
function blankOddNumbers(input: Record<string, unknown>, fields: Record<string, { type?: unknown }>): void {
  for (const name in input) {
    const value = input[name];
    const form = forms[String(fields[name]?.type)];
    if (typeof value !== "string" || !form) continue;
    if (!form.test(value) || !Number.isFinite(Number(value))) input[name] = "";
  }
}

const forms: Record<string, RegExp> = {
  // Limited to the digits that a double represents exactly.
  integer: /^[+-]?\d{1,15}$/,
  number: /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i,
};

const placeOf: Record<HttpPart, string> = {
  body: "body",
  querystring: "query",
  params: "path",
  headers: "header",
};

/** Converts the first Ajv errors to entries of a 422, worded about the field (SPEC: Errors). */
export function describeIssues(errors: ErrorObject[], part: HttpPart): ValidationIssue[] {
  const enumerated = new Set(
    errors.filter(({ keyword }) => keyword === "enum").map(({ instancePath }) => instancePath),
  );
  const issues: ValidationIssue[] = [];
  for (const error of errors) {
    if (issues.length === MAX_ISSUES) break;
    if (summaries.has(error.keyword)) continue;
    // The enum error already implies the type.
    if (error.keyword === "type" && enumerated.has(error.instancePath)) continue;
    issues.push(describeIssue(error, part));
  }
  return boundedIssues(issues);
}

function describeIssue(error: ErrorObject, part: HttpPart): ValidationIssue {
  const path = error.instancePath.split("/").slice(1).map(pathSegment);
  // An item of a list in a query: its position says nothing to the caller, who has written one text.
  if (part === "querystring" && path.length > 1) path.length = 1;
  if (error.keyword === "required") path.push(String(error.params.missingProperty));
  const name = path.length > 0 ? path.join(".") : placeOf[part];
  const { msg, type } = describe(error);
  return { loc: [placeOf[part], ...path], msg: `${name} ${msg}`, type };
}

/** Keywords whose errors repeat those of their subschemas. */
const summaries = new Set(["if", "anyOf", "oneOf", "allOf"]);

function pathSegment(text: string): string | number {
  const plain = text.replaceAll("~1", "/").replaceAll("~0", "~");
  return /^\d{1,15}$/.test(plain) ? Number(plain) : shortenedName(plain);
}

function describe(error: ErrorObject): { msg: string; type: string } {
  const { keyword, params } = error;
  const schema = (error.parentSchema ?? {}) as Bounds;
  switch (keyword) {
    case "nul":
      return { msg: "must not contain NUL characters", type: "value_error" };
    case "required":
      return { msg: "is required", type: "missing" };
    case "type":
      return describeType([params.type].flat());
    case "enum":
      return { msg: `must be one of ${(params.allowedValues as unknown[]).join(", ")}`, type: "enum" };
    case "minimum":
    case "maximum":
    case "exclusiveMinimum":
    case "exclusiveMaximum":
      return { msg: describeBounds(schema), type: boundTypes[keyword] };
    case "minLength":
      return schema.minLength === 1
        ? { msg: "must not be empty", type: "string_too_short" }
        : { msg: `must be at least ${params.limit} characters`, type: "string_too_short" };
    case "maxLength":
      return { msg: `must be at most ${params.limit} characters`, type: "string_too_long" };
    case "minItems":
      return { msg: `must have at least ${params.limit} items`, type: "too_short" };
    case "maxItems":
      return { msg: `must have at most ${params.limit} items`, type: "too_long" };
    case "format":
      return {
        msg: `must be a valid ${formatWords[params.format] ?? params.format}`,
        type: "value_error",
      };
    default:
      return { msg: error.message ?? "is not valid", type: keyword };
  }
}

/** A nullable field has two types: `must be a number or null`. */
function describeType(types: string[]) {
  const words = types.map((type) => typeWords[type] ?? type);
  return { msg: `must be ${words.join(" or ")}`, type: `${types[0]}_type` };
}

type Bounds = { minimum?: number; maximum?: number; exclusiveMinimum?: number; minLength?: number };

function describeBounds({ minimum, maximum, exclusiveMinimum }: Bounds): string {
  if (minimum === 0 && maximum === undefined) return "must be a positive number";
  if (minimum !== undefined && maximum !== undefined) return `must be between ${minimum} and ${maximum}`;
  if (exclusiveMinimum !== undefined && maximum !== undefined) {
    return `must be more than ${exclusiveMinimum} and at most ${maximum}`;
  }
  if (exclusiveMinimum !== undefined) return `must be more than ${exclusiveMinimum}`;
  return minimum !== undefined ? `must be at least ${minimum}` : `must be at most ${maximum}`;
}

const boundTypes = {
  minimum: "greater_than_equal",
  maximum: "less_than_equal",
  exclusiveMinimum: "greater_than",
  exclusiveMaximum: "less_than",
};

const typeWords: Record<string, string> = {
  number: "a number",
  integer: "an integer",
  boolean: "true or false",
  string: "text",
  array: "a list",
  object: "an object",
  null: "null",
};

const formatWords: Record<string, string> = {
  email: "email address",
  date: "date (YYYY-MM-DD)",
  uri: "address",
  uuid: "UUID",
  ...Object.fromEntries(Object.entries(ownFormats).map(([name, { words }]) => [name, words])),
};
