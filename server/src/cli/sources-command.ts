import type { SourceRemoval, SourceRemovalProgress } from "../brokerages/index.ts";
import type { SourceCount } from "../listings/index.ts";
import { type Config, StartError } from "../platform/config/config.ts";
import { AppError } from "../platform/errors.ts";
import type { Log } from "../platform/log.ts";
import { askOnTerminal } from "./ask-terminal.ts";
import { runCommand } from "./run-command.ts";
import { progressBar, stopSignal, table } from "./terminal.ts";

/** `lintel sources list`: all sources, with the number of their listings. */
export async function listSourcesCommand(config: Config, log: Log): Promise<void> {
  const sources = await readSources(config, log, stopSignal());
  if (sources.length === 0) {
    process.stdout.write("There are no sources. Import one with: lintel import FILE --source NAME\n");
    return;
  }
  process.stdout.write(
    table(
      ["SOURCE", "LISTINGS", "FIRST IMPORT"],
      sources.map(({ name, listings, created_at }) => [
        name,
        listings.toLocaleString("en"),
        `${new Date(created_at).toISOString().slice(0, 16).replace("T", " ")}Z`,
      ]),
    ),
  );
}

/** `lintel sources remove SOURCE`. Returns the exit status: 0 removed, 1 not confirmed, 130 interrupted. */
export async function removeSourceCommand(
  config: Config,
  log: Log,
  source: string,
  { yes }: { yes?: boolean },
): Promise<number> {
  if (!yes && !process.stdin.isTTY) {
    throw new StartError(
      `Cannot remove source ${source}: there is no terminal to ask for confirmation. Add --yes.`,
    );
  }
  const signal = stopSignal();
  if (!yes) {
    const isConfirmed = await confirm(await findSource(config, log, source, signal));
    if (!isConfirmed) {
      process.stdout.write("Nothing was removed.\n");
      return isConfirmed === null ? 130 : 1;
    }
  }
  const bar = progressBar("Removing", "listings");
  const removal = (await runCommand(config, log, {
    name: "sources-remove",
    input: { source },
    report: (progress) => {
      const { removed, total, seconds } = progress as SourceRemovalProgress;
      bar.update({ done: removed, total: Math.max(total, removed), count: removed, seconds });
    },
    signal,
  })
    .catch((error) => {
      if (!(error instanceof AppError) || error.message !== "Source not found") throw error;
      throw sourceNotFound(source, error);
    })
    .finally(() => bar.stop())) as SourceRemoval;

  const count = `${removal.listings.toLocaleString("en")} listings in ${removal.seconds.toFixed(1)} s`;
  process.stdout.write(
    removal.interrupted
      ? `Source ${source}: interrupted after ${count}. Run the command again to continue.\n`
      : `Source ${source} is removed: ${count}.\n`,
  );
  return removal.interrupted ? 130 : 0;
}

async function readSources(config: Config, log: Log, signal: AbortSignal): Promise<SourceCount[]> {
  const command = { name: "sources-list", input: null, report: () => {}, signal } as const;
  return (await runCommand(config, log, command)) as SourceCount[];
}

async function findSource(config: Config, log: Log, name: string, signal: AbortSignal): Promise<SourceCount> {
  const source = (await readSources(config, log, signal)).find((each) => each.name === name);
  if (!source) throw sourceNotFound(name);
  return source;
}

function sourceNotFound(name: string, cause?: Error): StartError {
  return new StartError(`Source ${name} not found: lintel sources list shows all sources.`, { cause });
}

/** Null when the user ends the question with Ctrl-C or Ctrl-D. */
async function confirm({ name, listings }: SourceCount): Promise<boolean | null> {
  return askOnTerminal(async (ask) => {
    const answer = await ask(
      `Remove source ${name} with its ${listings.toLocaleString("en")} listings, their photos and history? [y/N] `,
    );
    return /^y(es)?$/i.test(answer);
  });
}
