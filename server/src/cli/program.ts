import { Command } from "commander";
import { readConfig, StartError } from "../platform/config/config.ts";
import { openDatabase } from "../platform/database/open-database.ts";
import { AppError } from "../platform/errors.ts";
import { createLog } from "../platform/log.ts";
import { VERSION } from "../platform/version.ts";
import { importCommand } from "./import-command.ts";
import { runCommand } from "./run-command.ts";
import { serve } from "./serve.ts";
import { stopSignal } from "./stop-signal.ts";

export const program = new Command("lintel")
  .description("The platform behind a real-estate brokerage's listing website and back office.")
  .version(VERSION)
  .showHelpAfterError()
  .addHelpText("after", "\nConfiguration comes from the environment: see .env.example.");

program
  .command("serve")
  .description("run the API (this is what npm start does)")
  .action(() => run((config, log) => serve(config, log)));

program
  .command("import")
  .description("import listings: RESO JSON or NDJSON, or CSV with a column map; plain or gzip")
  .argument("<file>", "the file; rejected rows go to <file>.rejects.ndjson")
  .option(
    "--source <name>",
    "the MLS or file these listings belong to (default: the map's, else the file's name)",
  )
  .option("--map <map.json>", "which CSV column becomes which RESO field; see examples/king-county/map.json")
  .action((file: string, options: { source?: string; map?: string }) =>
    run(async (config, log) => {
      process.exitCode = await importCommand(config, log, file, options);
    }),
  );

program
  .command("demo")
  .description("add the demo brokerage on localhost, with 3,000 listings")
  .action(() =>
    run(async (config, log) => {
      await runCommand(config, log, { name: "demo", input: null, report: () => {}, signal: stopSignal() });
      process.stdout.write("The demo brokerage answers on localhost.\n");
    }),
  );

program
  .command("migrate")
  .description("bring the database's schema up to date (serve does it too)")
  .action(() =>
    run(async (config, log) => {
      const database = await openDatabase(config, log);
      await database.close();
      process.stdout.write("The database is up to date.\n");
    }),
  );

async function run(
  work: (config: ReturnType<typeof readConfig>, log: ReturnType<typeof createLog>) => Promise<void>,
) {
  try {
    const config = readConfig(process.env);
    await work(config, createLog(config.logLevel));
  } catch (error) {
    if (!(error instanceof StartError || error instanceof AppError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
