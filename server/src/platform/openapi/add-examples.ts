import { type Document, type Operation, operationsOf, type Parameter } from "./document.ts";

type ExampleReply = {
  status: number;
  /** The reply's type. */
  type: string;
  /** Absent for files. */
  reply?: unknown;
};

/** One request that was answered with success, and its reply. */
export type Example = ExampleReply & {
  path?: Record<string, string | number>;
  query?: Record<string, string | number | boolean | readonly string[]>;
  body?: unknown;
  /** Of other requests, which were answered with another status of success. */
  others?: ExampleReply[];
};

/** Parameters of most operations: an example at some of them would be news at none. */
const PAGING = new Set(["page", "page_size", "limit", "offset"]);

/** Puts each operation's example beside its schemas. */
export function addExamples(document: Document, examples: Record<string, Example>): void {
  const ids = idsOf(examples);
  for (const operation of operationsOf(document.paths)) {
    const example = examples[operation.operationId];
    if (example) addExample(operation, example, ids);
  }
}

function addExample(operation: Operation, example: Example, ids: Record<string, unknown>): void {
  const body = operation.requestBody?.content["application/json"];
  if (body && example.body !== undefined) body.example = example.body;
  for (const { status, type, reply } of [example, ...(example.others ?? [])]) {
    const content = operation.responses[status]?.content ?? {};
    const media = content[type] ?? content["application/json"];
    if (media && reply !== undefined) media.example = reply;
  }
  for (const parameter of operation.parameters ?? []) {
    if ("name" in parameter) addValue(parameter, example, ids);
  }
}

function addValue(parameter: Parameter, { path, query }: Example, ids: Record<string, unknown>): void {
  const { name } = parameter;
  if (PAGING.has(name)) return;
  const value = parameter.in === "path" ? (ids[name] ?? path?.[name]) : query?.[name];
  if (value !== undefined) parameter.example = value;
}

/** One value for each id in a path, so that the operations can share the parameter. */
function idsOf(examples: Record<string, Example>): Record<string, unknown> {
  const values = Object.values(examples).flatMap(({ path = {} }) => Object.entries(path));
  return Object.fromEntries(values.filter(([name]) => name.endsWith("_id")).reverse());
}
