import { importFile } from "../../src/listings/index.ts";
import { readConfig } from "../../src/platform/config/config.ts";
import { openDatabase } from "../../src/platform/database/open-database.ts";
import { createLog } from "../../src/platform/log.ts";
import { createServices, ownContext } from "../../src/services.ts";
import { testSecrets } from "../harness/test-secrets.ts";

// The process that crash-during-import.ts kills: imports a file again and again, each time as a source of its own, and
// reports every stored batch to its parent.
const [file, map, source] = process.argv.slice(2) as [string, string, string];
const config = readConfig(process.env);
const log = createLog("silent");
const database = await openDatabase(config, log);
const ctx = ownContext(createServices({ config, secrets: testSecrets, database, log }), "proof");
// The proof has ended without killing it.
process.once("disconnect", () => process.exit());
process.send?.({ ready: true });
for (let pass = 1; ; pass++) {
  await importFile(ctx, { file, map, source: `${source}.${pass}` }, ({ read }) =>
    process.send?.({ pass, stored: read }),
  );
}
