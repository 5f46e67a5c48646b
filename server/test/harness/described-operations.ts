import type { Schema } from "../request-fuzz/schema-arbitrary.ts";
import { dereferenced } from "./dereferenced.ts";
import type { TestApp } from "./test-app.ts";

export type Parameter = { name: string; in: "path" | "query" | "header"; required?: boolean; schema: Schema };

/** An operation as the OpenAPI document describes it. */
export type Operation = {
  operationId: string;
  method: string;
  path: string;
  /** An empty object among them: callers without credentials may. */
  security?: object[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};

/** Every operation of the OpenAPI document. */
export async function describedOperations(lintel: TestApp): Promise<Operation[]> {
  const { body } = await lintel.call("/openapi.json");
  const paths = dereferenced(body).paths as Record<
    string,
    Record<string, Omit<Operation, "method" | "path">>
  >;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
}

/** The schema of an operation's JSON body; null where it takes none. */
export function jsonBodyOf({ requestBody }: Operation): Schema | null {
  return requestBody?.content["application/json"]?.schema ?? null;
}
