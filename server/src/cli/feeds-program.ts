import type { Command } from "commander";
import type { Config } from "../platform/config/config.ts";
import type { Log } from "../platform/log.ts";
import type { ConnectionOptions, RunOptions } from "./feeds-command.ts";

type Run = (work: (config: Config, log: Log) => Promise<void>) => Promise<void>;

/** Loaded only for the commands of feeds. */
const feedsCommands = () => import("./feeds-command.ts");

/** Adds `lintel feeds` with its subcommands. */
export function addFeedsCommand(program: Command, run: Run): void {
  const feeds = program.command("feeds").description("keep sources of listings in step with an MLS");

  withConnection(
    feeds
      .command("add")
      .description("add a feed; the running server loads its listings")
      .argument("[source]", "the name of its source; or in the configuration of --config"),
  )
    .addHelpText("after", ADD_HELP)
    .action((source: string | undefined, options: ConnectionOptions) =>
      run(async (config, log) => (await feedsCommands()).addFeedCommand(config, log, source, options)),
    );

  feeds
    .command("list")
    .description("list the feeds with their state")
    .action(() => run(async (config, log) => (await feedsCommands()).listFeedsCommand(config, log)));

  withConnection(
    feeds
      .command("test")
      .description("try a feed step by step: a stored one, or a configuration, which is not stored")
      .argument("[source]", "the source of a stored feed"),
  ).action((source: string | undefined, options: ConnectionOptions) =>
    run(async (config, log) => {
      process.exitCode = await (await feedsCommands()).testFeedCommand(config, log, source, options);
    }),
  );

  feeds
    .command("run")
    .description("run a feed now, and wait until the run has ended")
    .argument("<source>", "the source of the feed")
    .option("--kind <kind>", "refresh, reconcile or initial (default: refresh)")
    .option("--confirm-removals", "with --kind reconcile: also remove what the removal guard holds")
    .action((source: string, options: RunOptions) =>
      run(async (config, log) => {
        process.exitCode = await (await feedsCommands()).runFeedCommand(config, log, source, options);
      }),
    );

  feeds
    .command("status")
    .description("show the state of a feed, its lag and its last error")
    .argument("<source>", "the source of the feed")
    .action((source: string) =>
      run(async (config, log) => (await feedsCommands()).feedStatusCommand(config, log, source)),
    );

  feeds
    .command("remove")
    .description("remove a feed; its listings stay")
    .argument("<source>", "the source of the feed")
    .option("--listings", "remove its listings too, with their photos and history")
    .action((source: string, options: { listings?: boolean }) =>
      run(async (config, log) => (await feedsCommands()).removeFeedCommand(config, log, source, options)),
    );
}

function withConnection(command: Command): Command {
  return command
    .option(
      "--config <file>",
      "a JSON file with the body of POST /api/admin/feeds; the options below replace its fields",
    )
    .option("--url <address>", "the address of the RESO Web API")
    .option("--token <token>", "a fixed bearer token")
    .option("--token-url <address>", "where tokens are issued, for client credentials")
    .option("--client-id <id>", "the id of the client")
    .option("--client-secret <secret>", "the secret of the client")
    .option("--filter <filter>", "an OData filter that is added to requests");
}

const ADD_HELP = `
Examples:
  lintel feeds add example --url http://127.0.0.1:8090/odata --token feed-token
  lintel feeds add --config feed.json

A token in an option is seen by other users of this machine, and stays in the history of the shell: --config keeps it out.
See docs/feeds.md.`;
