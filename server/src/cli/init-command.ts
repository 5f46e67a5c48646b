import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { type Config, readConfig, StartError } from "../platform/config/config.ts";
import { compileValidator, describeIssues } from "../platform/http/validation.ts";
import type { Log } from "../platform/log.ts";
import { BrokerageSetUp, type SetUpResult, slugOf } from "../set-up-brokerage.ts";
import { askOnTerminal } from "./ask-terminal.ts";
import { invocation } from "./invocation.ts";
import { runCommand } from "./run-command.ts";
import { appendSettings } from "./settings-file.ts";
import { stopSignal, userPath } from "./terminal.ts";

export type InitOptions = {
  name?: string;
  slug?: string;
  domain?: string;
  broker?: string;
  brokerEmail?: string;
  state?: string;
  timeZone?: string;
  mailFrom?: string;
};

/**
 * `lintel init`: asks on a terminal for what the flags leave out, creates the brokerage, and prints what to do next. Returns the exit
 * status: 0 created, 130 interrupted.
 */
export async function initCommand(config: Config, log: Log, options: InitOptions): Promise<number> {
  const answers = process.stdin.isTTY ? await askFor(options) : options;
  if (answers === null) {
    process.stderr.write("Interrupted: nothing was created.\n");
    return 130;
  }
  const setUp = check(answers);
  const result = (await runCommand(config, log, {
    ...{ name: "init", input: setUp, report: () => {}, signal: stopSignal() },
  })) as SetUpResult;
  // The keys first: they are shown this once.
  process.stdout.write(summary(config, setUp, result));
  if (answers.mailFrom) process.stdout.write(storeMailFrom(answers.mailFrom));
  return 0;
}

/** Field of the set-up, its flag, and the question. */
const questions = [
  ["name", "--name", "Name of the brokerage"],
  ["domain", "--domain", "Domain of its website, such as homes.example.com"],
  ["broker", "--broker", "Name of its first broker, who gets the leads"],
  ["brokerEmail", "--broker-email", "Email address of the broker"],
  ["state", "--state", "State whose listings a list shows by default, two letters"],
  ["timeZone", "--time-zone", "Time zone"],
  [
    "mailFrom",
    "--mail-from",
    "Address that its mails come from (may be blank: mail stays in DATA_DIR/outbox)",
  ],
] as const;

async function askFor(options: InitOptions): Promise<InitOptions | null> {
  const answers = { ...options };
  return askOnTerminal(async (ask) => {
    for (const [field, , question] of questions) {
      if (answers[field] !== undefined) continue;
      const byDefault = field === "timeZone" ? machineTimeZone() : null;
      answers[field] = (await ask(`${question}${byDefault ? ` [${byDefault}]` : ""}: `)) || byDefault || "";
    }
    return answers;
  });
}

function machineTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

const flagOf: Record<string, string> = {
  name: "--name",
  slug: "--slug",
  domain: "--domain",
  broker: "--broker",
  broker_email: "--broker-email",
  state: "--state",
  time_zone: "--time-zone",
};

/** @throws StartError that names each flag that is missing or wrong. */
function check(options: InitOptions): BrokerageSetUp {
  const { name, domain, broker, state } = options;
  const setUp = {
    ...{ name, domain, broker, state, broker_email: options.brokerEmail },
    slug: options.slug ?? (name && slugOf(name)),
    time_zone: options.timeZone ?? machineTimeZone(),
  };
  const given = Object.fromEntries(
    Object.entries(setUp).filter(([, value]) => value !== undefined && value !== ""),
  );
  const validate = compileValidator({ schema: BrokerageSetUp, httpPart: "body" });
  const isValid = validate(given);
  const mailFromIssue = options.mailFrom ? mailFromProblem(options.mailFrom) : null;
  if (!isValid || mailFromIssue) {
    const issues = describeIssues(
      (validate as { errors?: Parameters<typeof describeIssues>[0] }).errors ?? [],
      "body",
    );
    const lines = issues
      // Without a name, the slug is missing as well.
      .filter(({ loc: [, field] }) => field !== "slug" || given.name !== undefined)
      .map(({ loc: [, field], msg }) => `  ${flagOf[String(field)]} ${msg.replace(/^\S+ /, "")}`);
    if (mailFromIssue) lines.push(`  --mail-from ${mailFromIssue}`);
    throw new StartError(`Not created:\n${lines.join("\n")}\nlintel init --help shows an example.`);
  }
  return given as BrokerageSetUp;
}

/** What is wrong with the address, as the start would say it; null when it is right. */
function mailFromProblem(mailFrom: string): string | null {
  try {
    readConfig({ MAIL_FROM: mailFrom });
    return null;
  } catch (error) {
    if (error instanceof StartError) return error.message.replace("MAIL_FROM ", "");
    throw error;
  }
}

/** Into `.env`, which every start from this folder reads, but for an installed service's. Returns what to print about it. */
function storeMailFrom(mailFrom: string): string {
  const { settingsFile } = invocation();
  if (settingsFile !== null) return mailFromOfService(settingsFile, mailFrom);
  const file = userPath(".env");
  try {
    const present = existsSync(file) ? parseEnv(readFileSync(file, "utf8")).MAIL_FROM : undefined;
    if (present) return `\n  .env has MAIL_FROM=${present} already: it is not changed.\n`;
    appendSettings(file, [`MAIL_FROM=${mailFrom}`]);
    return `\n  MAIL_FROM=${mailFrom} is added to .env.\n`;
  } catch (error) {
    return `\n  Cannot write MAIL_FROM=${mailFrom} to .env: ${(error as Error).message}. Add it there yourself.\n`;
  }
}

/** The service's user cannot write its settings, nor restart it. */
function mailFromOfService(settingsFile: string, mailFrom: string): string {
  const present = process.env.MAIL_FROM;
  if (present === mailFrom) return `\n  ${settingsFile} has MAIL_FROM=${mailFrom} already.\n`;
  const was = present ? ` in place of ${present}` : "";
  return `\n  Write MAIL_FROM=${mailFrom} to ${settingsFile}${was}, as root, then: systemctl restart lintel\n`;
}

function summary(
  config: Config,
  setUp: BrokerageSetUp,
  { brokerageId, domains, brokerKey, adminKey }: SetUpResult,
): string {
  const address = `http://localhost:${config.port}`;
  const { settingsFile, start, command } = invocation();
  const host = domains.includes("localhost") ? "" : ` -H 'Host: ${domains[0]}'`;
  const lines = [
    `Brokerage ${setUp.name} (id ${brokerageId}) is created: ${domains.join(" and ")}, times in ${setUp.time_zone}, lists show ${setUp.state.toUpperCase()}.`,
    `${setUp.broker} gets its leads, by mail to ${setUp.broker_email}.`,
    "",
    `  ${setUp.broker}'s API key, shown this once:   ${brokerKey}`,
    ...(adminKey ? [`  Admin API key, shown this once:   ${adminKey}`] : []),
    "",
    "  Next",
    `    ${start.padEnd(62)}  # unless it runs`,
    `    ${`${command} import listings.ndjson --source my-mls`.padEnd(62)}  # RESO; CSV with --map`,
    `    curl '${address}/api/properties?page_size=2'${host}`,
  ];
  if (!config.mail.server) {
    lines.push(
      "",
      `  Mail stays in DATA_DIR/outbox, to read at ${address}/outbox, until MAIL_URL and MAIL_FROM are set (${settingsFile ?? ".env.example"}).`,
    );
  }
  return `${lines.join("\n")}\n`;
}
