import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import openapiTypes, { astToString, type OpenAPI3 } from "openapi-typescript";
import { createApp } from "../../server/src/app.ts";
import { readConfig } from "../../server/src/platform/config/config.ts";
import { openDatabase } from "../../server/src/platform/database/open-database.ts";
import { createLog } from "../../server/src/platform/log.ts";
import { createServices } from "../../server/src/services.ts";
import { testSecrets } from "../../server/test/harness/test-secrets.ts";

// `npm run generate -w client`: generates the API's types for `src/client.ts`, without network.
const FILE = fileURLToPath(new URL("../src/api.generated.ts", import.meta.url));
const dataDir = await mkdtemp(join(tmpdir(), "lintel-api-"));
const log = createLog("error");
const database = await openDatabase({ databaseUrl: null, dataDir }, log);
const config = { ...readConfig({}), dataDir };
const services = createServices({ config, secrets: testSecrets, database, log });
const app = await createApp(services);
const document = (await app.inject("/openapi.json")).json();
const types = astToString(await openapiTypes(document as OpenAPI3));
await writeFile(
  FILE,
  `// Made from the API's OpenAPI document by \`npm run generate -w client\`.\n\n${types}`,
);
services.mailer.close();
await app.close();
await database.close();
await rm(dataDir, { recursive: true });
