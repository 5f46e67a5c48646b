import fc, { type Arbitrary } from "fast-check";
import { MAX_PARAMETER_LENGTH } from "../../src/platform/http/route-map.ts";
import type { Operation, Parameter } from "../harness/described-operations.ts";
import { BOUNDARY, form } from "./form-arbitrary.ts";
import { allowedBy, hostile, named, type Schema } from "./schema-arbitrary.ts";

export type GeneratedRequest = {
  operationId: string;
  method: string;
  /** With `{name}` where a path parameter goes. */
  path: string;
  pathValues: Record<string, PathValue>;
  query: [string, string][];
  headers: [string, string][];
  contentType: string | null;
  body: string | Buffer | null;
  caller: string;
  host: string | null;
};

/** A given text, or the nth id that the run has met under that name. */
export type PathValue = { text: string } | { known: number };

/** One request to the operation: mostly allowed, else with one or more things wrong. */
export function requestTo(
  operation: Operation,
  callers: string[],
  hosts: (string | null)[],
): Arbitrary<GeneratedRequest> {
  const parameters = operation.parameters ?? [];
  const [declared = null, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const isForm = declared === "multipart/form-data";
  const contentType = isForm ? `${declared}; boundary=${BOUNDARY}` : declared;
  return fc.record({
    operationId: fc.constant(operation.operationId),
    method: fc.constant(operation.method),
    path: fc.constant(operation.path),
    pathValues: pathValues(parameters.filter((each) => each.in === "path")),
    query: query(parameters.filter((each) => each.in === "query")),
    headers: headers(parameters.filter((each) => each.in === "header")),
    contentType: sometimes(fc.constant(contentType), fc.constantFrom(null, "text/plain", "application/xml")),
    body: content ? (isForm ? form(content.schema) : body(content.schema)) : fc.constant(null),
    caller: fc.constantFrom(...callers),
    host: fc.constantFrom(...hosts),
  });
}

/** `usual` nine times in ten. */
function sometimes<T, U>(usual: Arbitrary<T>, odd: Arbitrary<U>): Arbitrary<T | U> {
  return fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: odd });
}

/** As much of a text as a path may hold: beyond it there is no such path, for any declared limit of its route. */
function withinPath(text: string): string {
  let end = Math.min(text.length, MAX_PARAMETER_LENGTH);
  while (encodeURIComponent(text.slice(0, end).toWellFormed()).length > MAX_PARAMETER_LENGTH) end >>= 1;
  return text.slice(0, end);
}

function pathValues(parameters: Parameter[]): Arbitrary<Record<string, PathValue>> {
  const value = ({ schema }: Parameter): Arbitrary<PathValue> =>
    fc.oneof(
      { weight: 6, arbitrary: fc.nat(50).map((known) => ({ known })) },
      { weight: 2, arbitrary: allowedBy(schema).map((each) => ({ text: String(each) })) },
      { weight: 1, arbitrary: hostile.map((each) => ({ text: withinPath(asText(each)) })) },
    );
  return fc.record(Object.fromEntries(parameters.map((each) => [each.name, value(each)])));
}

function query(parameters: Parameter[]): Arbitrary<[string, string][]> {
  const one = ({ name, schema }: Parameter): Arbitrary<[string, string]> =>
    sometimes(named(name, schema), hostile).map((value) => [name, asText(value)]);
  const optional = (parameter: Parameter) =>
    fc.oneof(
      { weight: parameter.required ? 40 : 10, arbitrary: one(parameter).map((pair) => [pair]) },
      // Of many, a few: together they would mostly contradict each other.
      { weight: parameter.required ? 2 : 8 * parameters.length, arbitrary: fc.constant([]) },
      // Twice the same name is a list to some parsers.
      { weight: 1, arbitrary: fc.tuple(one(parameter), one(parameter)) },
    );
  return fc.tuple(...parameters.map(optional)).map((lists) => lists.flat() as [string, string][]);
}

/** Rarely: what a header asks for, such as a reply kept for a repeat, is beside the point of most requests. */
function headers(parameters: Parameter[]): Arbitrary<[string, string][]> {
  const one = ({ name, schema }: Parameter) =>
    sometimes(
      fc.constant([]),
      allowedBy(schema).map((value) => [[name, asHeader(value)]]),
    );
  return fc.tuple(...parameters.map(one)).map((lists) => lists.flat() as [string, string][]);
}

/** What node lets into a header at all. */
function asHeader(value: unknown): string {
  return asText(value).replaceAll(/[^\x20-\x7e]/g, "?");
}

/** A body that the schema allows, but for an unknown field: it reaches the operation, which must not see it. */
export function withUnknownField(operation: Operation): Arbitrary<string | null> {
  const schema = operation.requestBody?.content["application/json"]?.schema;
  if (!schema) return fc.constant(null);
  return fc
    .tuple(allowedBy(schema), hostile)
    .map(([value, odd]) => toJson({ ...(value as object), unknown_x: odd }));
}

function body(schema: Schema): Arbitrary<string | null> {
  const allowed = allowedBy(schema);
  const mutated = fc.tuple(allowed, fc.nat(), hostile).map(([value, at, odd]) => spoil(value, at, odd));
  return fc.oneof(
    { weight: 6, arbitrary: allowed.map(toJson) },
    { weight: 5, arbitrary: mutated.map(toJson) },
    { weight: 1, arbitrary: hostile.map(toJson) },
    { weight: 1, arbitrary: fc.constantFrom(null, "", "{", "[1,", "\u0000", '{"a":1}}', "nul") },
  );
}

/** Puts an odd value in place of one field, leaves one out, or adds one that is not known. */
function spoil(value: unknown, at: number, odd: unknown): unknown {
  if (typeof value !== "object" || value === null) return odd;
  const names = Object.keys(value);
  const name = names[at % Math.max(1, names.length)] ?? "extra";
  if (at % 5 === 0) return { ...value, [`${name}_x`]: odd };
  if (at % 5 === 1) return Object.fromEntries(Object.entries(value).filter(([each]) => each !== name));
  return { ...value, [name]: odd };
}

function toJson(value: unknown): string {
  return JSON.stringify(value) ?? "null";
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : toJson(value);
}
