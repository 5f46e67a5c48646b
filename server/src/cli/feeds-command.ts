import { readFile } from "node:fs/promises";
import type { CommandName } from "../commands.ts";
import type { ShownFeed as Feed, FeedRun, FeedTrial, RunProgress } from "../feeds/index.ts";
import { type Config, StartError } from "../platform/config/config.ts";
import type { Log } from "../platform/log.ts";
import { runCommand } from "./run-command.ts";
import { progressBar, stopSignal, table, userPath } from "./terminal.ts";

export type ConnectionOptions = {
  config?: string;
  url?: string;
  token?: string;
  tokenUrl?: string;
  clientId?: string;
  clientSecret?: string;
  filter?: string;
};
export type RunOptions = { kind?: string; confirmRemovals?: boolean };

/** `lintel feeds add`. */
export async function addFeedCommand(
  config: Config,
  log: Log,
  source: string | undefined,
  options: ConnectionOptions,
): Promise<void> {
  const feed = (await send(config, log, "feeds-add", await configurationOf(source, options))) as Feed;
  process.stdout.write(
    `The feed of ${feed.source} is added. A running server begins to load it within seconds; see: lintel feeds status ${feed.source}\n`,
  );
}

/** `lintel feeds list`. */
export async function listFeedsCommand(config: Config, log: Log): Promise<void> {
  const feeds = (await send(config, log, "feeds-list", null)) as Feed[];
  if (feeds.length === 0) {
    process.stdout.write(
      "There are no feeds. Add one with: lintel feeds add SOURCE --url ADDRESS --token TOKEN\n",
    );
    return;
  }
  process.stdout.write(
    table(
      ["SOURCE", "STATE", "LISTINGS", "LAG", "STRATEGY", "ERROR"],
      feeds.map(({ source, status, strategy }) => [
        source,
        status.state,
        status.listings.toLocaleString("en"),
        status.lag_seconds === null ? "-" : duration(status.lag_seconds),
        status.strategy ?? strategy,
        status.error?.code ?? "-",
      ]),
    ),
  );
}

/** `lintel feeds status SOURCE`. */
export async function feedStatusCommand(config: Config, log: Log, source: string): Promise<void> {
  const feeds = (await send(config, log, "feeds-list", null)) as Feed[];
  const feed = feeds.find((each) => each.source === source);
  if (!feed) throw new StartError(`Source ${source} has no feed: lintel feeds list shows all feeds.`);
  const { status } = feed;
  const { progress, error } = status;
  const count = (value: number | null) => (value === null ? "not known yet" : value.toLocaleString("en"));
  const facts: [string, string][] = [
    ["state", status.phase ? `${status.state}, ${status.phase}` : status.state],
    ...(progress ? [["progress", progressText(progress)] as [string, string]] : []),
    ["address", feed.base_url],
    ["strategy", status.strategy ?? `${feed.strategy}, not chosen yet`],
    ["listings", count(status.listings)],
    ["offered", count(status.offered)],
    ["photos pending", count(status.photos_pending)],
    ["lag", status.lag_seconds === null ? "not known yet" : duration(status.lag_seconds)],
    ["last success", moment(status.last_success_at)],
    ["next run", moment(status.next_run_at)],
    [
      "requests",
      `${count(status.budget.used_hour)} in the last hour, ${count(status.budget.used_day)} in the last day`,
    ],
    ...(error
      ? [["error", `${error.code}: ${error.message} (${moment(error.at)})`] as [string, string]]
      : []),
  ];
  process.stdout.write(facts.map(([name, value]) => `${name.padEnd(16)}${value}\n`).join(""));
}

/** `lintel feeds test`. Returns the exit status: 0 all steps succeeded, 1 one has failed. */
export async function testFeedCommand(
  config: Config,
  log: Log,
  source: string | undefined,
  options: ConnectionOptions,
): Promise<number> {
  const isStored = options.url === undefined && options.config === undefined;
  if (isStored && source === undefined)
    throw new StartError("Name a feed's source, or add --url or --config.");
  const input = isStored
    ? { stored: source }
    : { configuration: await configurationOf(source ?? "test", options) };
  const trial = (await send(config, log, "feeds-test", input)) as FeedTrial;
  const words = { true: "ok", false: "failed", null: "-" };
  process.stdout.write(
    table(
      ["STEP", "", "MS", ""],
      trial.steps.map(({ name, ok, ms, message }) => [name, words[`${ok}`], String(ms), message]),
    ),
  );
  const mapped = trial.fields.filter(({ mapped_to, coverage }) => mapped_to !== null && coverage > 0);
  if (trial.fields.length > 0) {
    process.stdout.write(
      `\n${mapped.length} of ${trial.fields.length} fields are read. Strategies: ${trial.strategies.join(", ")}\n`,
    );
  }
  return trial.ok ? 0 : 1;
}

/** `lintel feeds run SOURCE`. Returns the exit status: 0 succeeded, 130 interrupted. @throws StartError when the run failed. */
export async function runFeedCommand(
  config: Config,
  log: Log,
  source: string,
  { kind = "refresh", confirmRemovals }: RunOptions,
): Promise<number> {
  // The command answers one line to a script (feeds.md, D38).
  const bar = process.stderr.isTTY ? progressBar("Reading", "records") : null;
  const input = { source, kind, ...(confirmRemovals && { confirm_removals: true }) };
  const run = (await send(config, log, "feeds-run", input, (progress) => {
    const { phase, done, total, seconds } = progress as RunProgress;
    bar?.update({ done, total: Math.max(total ?? done, 1), count: done, seconds, note: phase ?? "" });
  }).finally(() => bar?.stop())) as FeedRun | null;
  if (run === null) {
    process.stdout.write("The run is not over: the server goes on with it, at once or when it is started.\n");
    return 130;
  }
  if (run.state !== "succeeded") {
    const { code, message } = run.error ?? { code: run.state, message: "See lintel feeds status" };
    throw new StartError(
      `The ${run.kind} of ${source} ${run.state === "held" ? "is held" : "failed"}: ${code}: ${message}`,
    );
  }
  process.stdout.write(summary(source, run));
  return 0;
}

/** `lintel feeds remove SOURCE`. */
export async function removeFeedCommand(
  config: Config,
  log: Log,
  source: string,
  { listings }: { listings?: boolean },
): Promise<void> {
  await send(config, log, "feeds-remove", { source, listings: listings ? "remove" : "keep" });
  process.stdout.write(
    `The feed of ${source} is removed. Its listings ${listings ? "are removed too" : "stay"}.\n`,
  );
}

function send(
  config: Config,
  log: Log,
  name: CommandName,
  input: unknown,
  report: (progress: unknown) => void = () => {},
): Promise<unknown> {
  return runCommand(config, log, { name, input, report, signal: stopSignal() });
}

/** The body of POST /api/admin/feeds: the file of --config, with what the options give. */
async function configurationOf(source: string | undefined, options: ConnectionOptions): Promise<object> {
  const stored = options.config === undefined ? {} : await readConfiguration(options.config);
  const { url, token, tokenUrl, clientId, clientSecret, filter } = options;
  const auth =
    tokenUrl === undefined
      ? token !== undefined && { type: "bearer", token }
      : { type: "client_credentials", token_url: tokenUrl, client_id: clientId, client_secret: clientSecret };
  return {
    ...stored,
    ...(source !== undefined && { source }),
    ...(url !== undefined && { base_url: url }),
    ...(auth && { auth }),
    ...(filter !== undefined && { filter }),
  };
}

async function readConfiguration(file: string): Promise<object> {
  try {
    return JSON.parse(await readFile(userPath(file), "utf8"));
  } catch (cause) {
    throw new StartError(`${file} cannot be read as JSON. See docs/feeds.md for an example.`, { cause });
  }
}

function summary(source: string, run: FeedRun): string {
  const counts = ["read", "created", "updated", "unchanged", "removed", "rejected"] as const;
  return [
    `The ${run.kind} of ${source} has succeeded.`,
    ...counts.map((name) => `${run[name].toLocaleString("en").padStart(10)} ${name}`),
    "",
  ].join("\n");
}

function progressText({ done, total, per_second }: NonNullable<Feed["status"]["progress"]>): string {
  const of = total === null ? "" : ` of ${total.toLocaleString("en")}`;
  return `${done.toLocaleString("en")}${of} records, ${per_second.toLocaleString("en")}/s`;
}

/** Times arrive as text where a running server executes the command. */
function moment(time: Date | string | null): string {
  return time === null ? "-" : `${new Date(time).toISOString().slice(0, 19).replace("T", " ")}Z`;
}

function duration(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`;
}
