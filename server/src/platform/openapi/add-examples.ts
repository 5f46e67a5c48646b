import { type Document, type Operation, operationsOf, type Parameter } from "./document.ts";

/** One request that was answered with success, and its reply. */
export type Example = {
  path?: Record<string, string | number>;
  query?: Record<string, string | number | boolean | readonly string[]>;
  body?: unknown;
  status: number;
  /** The reply's type. */
  type: string;
  /** Absent for files. */
  reply?: unknown;
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
  const content = operation.responses[example.status]?.content ?? {};
  const media = content[example.type] ?? content["application/json"];
  if (media && example.reply !== undefined) media.example = example.reply;
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
