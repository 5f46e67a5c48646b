import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApp } from "../../src/app.ts";
import { readConfig } from "../../src/platform/config/config.ts";
import { openDatabase } from "../../src/platform/database/open-database.ts";
import { createLog } from "../../src/platform/log.ts";
import { createServices } from "../../src/services.ts";
import { testSecrets } from "./test-secrets.ts";

/** The OpenAPI document of this checkout as JSON, without network. `path`: or the one for older generators. */
export async function openApiDocument(path = "/openapi.json"): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "lintel-api-"));
  const log = createLog("error");
  const database = await openDatabase({ databaseUrl: null, dataDir }, log);
  const services = createServices({
    config: { ...readConfig({ WEBSITE: "off", CONSOLE: "off" }), dataDir },
    secrets: testSecrets,
    database,
    log,
  });
  const app = await createApp(services);
  const { body } = await app.inject(path);
  services.mailer.close();
  await app.close();
  await database.close();
  await rm(dataDir, { recursive: true });
  return body;
}
