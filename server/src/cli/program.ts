import { Command, InvalidArgumentError, Option } from "commander";
import { type ProcessRole, processRoles, readConfig, StartError } from "../platform/config/config.ts";
import { MODEL_HUB } from "../platform/config/model-settings.ts";
import { keepFilesPrivate } from "../platform/data-folder.ts";
import { openDatabase } from "../platform/database/open-database.ts";
import { AppError } from "../platform/errors.ts";
import { createLog, logUnhandled } from "../platform/log.ts";
import { VERSION } from "../platform/version.ts";
import { addBackupCommands } from "./backup-program.ts";
import { demoCommand } from "./demo-command.ts";
import { addFeedsCommand } from "./feeds-program.ts";
import { IMPORT_HELP, type ImportCommandOptions, importCommand } from "./import-command.ts";
import type { InitOptions } from "./init-command.ts";
import {
  createKeyCommand,
  type KeyOptions,
  listKeysCommand,
  resetAdminKeyCommand,
  revokeKeyCommand,
} from "./keys-command.ts";
import { importLeadsCommand, LEAD_COLUMNS } from "./leads-command.ts";
import { serve } from "./serve.ts";
import { loadSettingsFile } from "./settings-file.ts";
import { listSourcesCommand, removeSourceCommand } from "./sources-command.ts";
import { sweepCommand } from "./sweep-command.ts";

export const program = new Command("lintel")
  .description("The platform behind a real-estate brokerage's listing website and back office.")
  .version(VERSION)
  .showHelpAfterError()
  .addHelpText(
    "after",
    "\nConfiguration comes from the environment and from .env in this folder: see .env.example.",
  );

program
  .command("serve")
  .description("run Lintel (npm start does this)")
  .addOption(
    new Option(
      "--role <role>",
      "api answers requests, worker runs the background jobs, all does both; api and worker need PostgreSQL (default: ROLE, or all)",
    ).choices(processRoles),
  )
  .action(({ role }: { role?: ProcessRole }) =>
    run((config, log) => serve(role === undefined ? config : { ...config, role }, log)),
  );

program
  .command("init")
  .description(
    "create your brokerage: its domain, time zone and first broker; asks for what the options leave out",
  )
  .option("--name <name>", "the brokerage's name")
  .option("--slug <slug>", "its name in addresses (default: from the name)")
  .option("--domain <domain>", "the domain of its website")
  .option("--broker <name>", "the first broker, who gets the leads")
  .option("--broker-email <address>", "the broker's email address")
  .option("--state <XX>", "the state whose listings a list shows by default, two letters")
  .option("--time-zone <zone>", "an IANA time zone such as America/Boise (default: this machine's)")
  .option("--mail-from <address>", "the address that mails come from; written to .env")
  .addHelpText(
    "after",
    `
Example:
  lintel init --name "Acme Realty" --domain homes.example.com --broker "Ada Lovelace" --broker-email ada@example.com \\
    --state ID --time-zone America/Boise`,
  )
  .action((options: InitOptions) =>
    run(async (config, log) => {
      const { initCommand } = await import("./init-command.ts");
      process.exitCode = await initCommand(config, log, options);
    }),
  );

program
  .command("import")
  .description("import listings: RESO JSON or NDJSON, or CSV with a column map; plain or gzip")
  .argument(
    "[file]",
    "the file; rejected rows go to <file>.rejects.ndjson, which can be corrected and imported itself",
  )
  .option(
    "--source <name>",
    "the MLS or file of these listings (default: the map's, otherwise the file's name)",
  )
  .option("--map <map.json>", "maps CSV columns to RESO fields; see examples/king-county/map.json")
  .option("--fields", "list the RESO fields that a column map may have, with type, unit and example")
  .option("--dry-run", "check all rows and show what each column becomes; stores nothing")
  .option(
    "--replace",
    "the file is the whole source: remove the listings of the source that it does not have",
  )
  .option(
    "--removal-guard <percent>",
    "with --replace: remove nothing when more than 50 listings, and more than this share of the source's, would be removed (default: 20)",
    percentage,
  )
  .addHelpText("after", IMPORT_HELP)
  .action((file: string | undefined, options: ImportCommandOptions) =>
    run(async (config, log) => {
      if (options.fields) return (await import("./import-fields-command.ts")).listImportFields();
      if (file === undefined) throw new StartError("Name the file to import: lintel import FILE");
      process.exitCode = await importCommand(config, log, file, options);
    }),
  );

const sources = program.command("sources").description("list and remove the sources of listings");

sources
  .command("list")
  .description("list the sources with the number of their listings")
  .action(() => run(listSourcesCommand));

sources
  .command("remove")
  .description("remove a source with all of its listings, their photos, history and vectors; asks first")
  .argument("<source>", "its name in lintel sources list")
  .option("--yes", "do not ask; required without a terminal")
  .action((source: string, options: { yes?: boolean }) =>
    run(async (config, log) => {
      process.exitCode = await removeSourceCommand(config, log, source, options);
    }),
  );

addFeedsCommand(program, run);

program
  .command("demo")
  .description("add the demo brokerage on localhost, with 3,000 listings; beside a demo it changes nothing")
  .action(() =>
    run(async (config, log) => {
      process.exitCode = await demoCommand(config, log);
    }),
  );

const leads = program.command("leads").description("import leads of other software");

leads
  .command("import")
  .description("import leads from a CSV; importing it again changes nothing")
  .argument("<file>", "the CSV, plain or gzip; rejected rows go to <file>.rejects.csv")
  .requiredOption("--brokerage <slug>", "the brokerage that gets the leads")
  .addHelpText("after", LEAD_COLUMNS)
  .action((file: string, options: { brokerage: string }) =>
    run(async (config, log) => {
      process.exitCode = await importLeadsCommand(config, log, file, options);
    }),
  );

program
  .command("sweep")
  .description(
    "process what is due now, as the server does once a minute: timeouts, alerts, reminders, drips, clean-up",
  )
  .action(() => run(sweepCommand));

const keys = program.command("keys").description("create, list and revoke API keys");

keys
  .command("create")
  .description("create an API key; it is printed once")
  .requiredOption("--name <name>", "a name for the key", keyName)
  .addOption(
    new Option("--role <role>", "its permissions")
      .choices(["admin", "broker", "agent"])
      .makeOptionMandatory(),
  )
  .option(
    "--brokerage <id>",
    "the brokerage whose data it can access; required for broker and agent keys",
    recordId,
  )
  .option("--agent <id>", "the agent of that brokerage that it acts as", recordId)
  .option("--expires <time>", "expiry in ISO 8601, such as 2030-01-31T00:00:00Z (default: none)", isoTime)
  .option("--per-minute <requests>", "requests a minute (default: KEY_REQUESTS_PER_MINUTE)", requestCount)
  .option("--per-hour <requests>", "requests an hour (default: KEY_REQUESTS_PER_HOUR)", requestCount)
  .option(
    "--forwards-visitors",
    "public requests may name the visitor in X-Forwarded-For and count for that address",
  )
  .action((options: KeyOptions) => run((config, log) => createKeyCommand(config, log, options)));

keys
  .command("list")
  .description("list keys that are not revoked, without their secrets")
  .action(() => run(listKeysCommand));

keys
  .command("revoke")
  .description("revoke a key: requests with it are refused from then on")
  .argument("<id>", "the id in lintel keys list", recordId)
  .action((id: number) => run((config, log) => revokeKeyCommand(config, log, id)));

keys
  .command("reset-admin")
  .description("make a new admin key in place of the first one, which is lost; it is printed once")
  .action(() => run(resetAdminKeyCommand));

const models = program
  .command("models")
  .description("show the configured and installed models for texts and photos")
  .action(() => run(async (config) => (await modelsCommands()).listModelsCommand(config)));

models
  .command("install")
  .description("download the models of MODEL_PROVIDER=local, and install their runtime")
  .option("--hub <address>", "the address of the model hub, for a mirror", MODEL_HUB)
  .option("--runtime", "only the runtime, which makes the object detector of MODEL_PROVIDER=builtin faster")
  .action((options: { hub: string; runtime?: boolean }) =>
    run(async (config) => (await modelsCommands()).installModelsCommand(config, options)),
  );

program
  .command("migrate")
  .description("run pending database migrations (serve does it too)")
  .action(() =>
    run(async (config, log) => {
      const database = await openDatabase(config, log);
      await database.close();
      process.stdout.write("The database is up to date.\n");
    }),
  );

program
  .command("move")
  .description(
    "copy the embedded database into an empty PostgreSQL database, and compare every row; stop the server first",
  )
  .requiredOption("--to <address>", "the PostgreSQL database, postgres://user:password@host:5432/name")
  .action((options: { to: string }) =>
    run(async (config, log) => {
      process.exitCode = await (await import("./move-command.ts")).moveCommand(config, log, options);
    }),
  );

addBackupCommands(program, run);

/** Loaded only for the commands of models. */
const modelsCommands = () => import("./models-command.ts");

function keyName(text: string): string {
  const name = text.trim();
  if (name !== "" && name.length <= 100) return name;
  throw new InvalidArgumentError("It must be 1 to 100 characters.");
}

function recordId(text: string): number {
  const id = Number(text);
  if (/^\d+$/.test(text) && id >= 1 && id <= 2_147_483_647) return id;
  throw new InvalidArgumentError("It must be a whole number, 1 or more.");
}

function percentage(text: string): number {
  const percent = Number(text);
  if (/^\d+$/.test(text) && percent <= 100) return percent;
  throw new InvalidArgumentError("It must be a whole number from 0 to 100.");
}

function requestCount(text: string): number {
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= 1 && count <= 10_000_000) return count;
  throw new InvalidArgumentError("It must be a whole number from 1 to 10000000.");
}

function isoTime(text: string): string {
  const time = new Date(text);
  if (/^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(time.getTime())) return time.toISOString();
  throw new InvalidArgumentError("It must be a time such as 2030-01-31T00:00:00Z.");
}

async function run(
  work: (config: ReturnType<typeof readConfig>, log: ReturnType<typeof createLog>) => Promise<void>,
) {
  keepFilesPrivate();
  try {
    loadSettingsFile();
    const config = readConfig(process.env);
    const log = createLog(config.logLevel);
    logUnhandled(log);
    await work(config, log);
  } catch (error) {
    if (!(error instanceof StartError || error instanceof AppError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
