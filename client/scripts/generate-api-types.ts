import { rename, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import openapiTypes, { astToString, type OpenAPI3 } from "openapi-typescript";
import { openApiDocument } from "../../server/test/harness/openapi-document.ts";

// `npm run generate -w client`: generates the API's types and the paths of operations, without network.
const FILE = fileURLToPath(new URL("../src/api.generated.ts", import.meta.url));
const OPERATIONS = fileURLToPath(new URL("../src/operations.generated.ts", import.meta.url));
const document = JSON.parse(await openApiDocument());
const types = astToString(await openapiTypes(document as OpenAPI3));
const ORIGIN = "// Made from the API's OpenAPI document by `npm run generate -w client`.";
await replaceFile(FILE, `${ORIGIN}\n\n${types}`);

const paths = document.paths as Record<string, Record<string, { operationId: string }>>;
const calls = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId }]) => `  ${operationId}: ["${method}", "${path}"],`),
);
const operationPaths = `export const operationPaths = {\n${calls.join("\n")}\n} as const;`;
await replaceFile(
  OPERATIONS,
  `${ORIGIN}\n\n/** The method and the path of each operation. */\n${operationPaths}\n`,
);

/** Another process that reads the file gets the old or the new one, whole. */
async function replaceFile(file: string, text: string): Promise<void> {
  const next = `${file}.${process.pid}`;
  await writeFile(next, text);
  await rename(next, file);
}
