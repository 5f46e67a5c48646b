import type { Context } from "../../src/platform/context.ts";
import { openDatabase } from "../../src/platform/database/open-database.ts";
import { createLog } from "../../src/platform/log.ts";
import type { Services } from "../../src/services.ts";
import { createServices, ownContext } from "../../src/services.ts";
import type { TestApp } from "./test-app.ts";
import { testSecrets } from "./test-secrets.ts";

/** What another process would have beside a test's app: services of its own, and on PostgreSQL connections of its own. */
export type SecondProcess = { services: Services; ctx: Context<Services>; close(): Promise<void> };

export async function openSecondProcess({ database, services }: TestApp): Promise<SecondProcess> {
  const { databaseUrl, dataDir } = database;
  const own = databaseUrl ? await openDatabase({ databaseUrl, dataDir }, createLog("error")) : null;
  const second = createServices({
    config: services.config,
    secrets: testSecrets,
    database: own ?? database,
    log: createLog("silent"),
    clock: services.clock,
  });
  return {
    services: second,
    ctx: ownContext(second, "second process"),
    async close() {
      await second.search.vectors.stop();
      await second.search.sentences.stop();
      await second.images.vectors.stop();
      await second.models.close();
      second.mailer.close();
      await second.outbound.close();
      await own?.close();
    },
  };
}
