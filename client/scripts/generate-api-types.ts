import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import openapiTypes, { astToString, type OpenAPI3 } from "openapi-typescript";
import { openApiDocument } from "../../server/test/harness/openapi-document.ts";

// `npm run generate -w client`: generates the API's types for `src/client.ts`, without network.
const FILE = fileURLToPath(new URL("../src/api.generated.ts", import.meta.url));
const document = JSON.parse(await openApiDocument());
const types = astToString(await openapiTypes(document as OpenAPI3));
await writeFile(
  FILE,
  `// Made from the API's OpenAPI document by \`npm run generate -w client\`.\n\n${types}`,
);
