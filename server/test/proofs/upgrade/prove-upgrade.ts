import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { migrationNames } from "../../../src/platform/database/migrate.ts";
import { removeFolder } from "../../harness/remove-folder.ts";
import { freePort, lintel } from "../../harness/run-lintel.ts";
import { type SmtpServer, startSmtpServer } from "../../harness/smtp-server.ts";
import { secretSettings } from "../../harness/test-secrets.ts";
import { vapid } from "../../harness/vapid.ts";
import { checkOut } from "../../upgrades/check-out.ts";
import { type KeptDump, previousDump, restoreDump } from "../../upgrades/kept-dumps.ts";
import { withOwnDatabase } from "../own-database.ts";
import { LeadStream } from "./lead-stream.ts";
import { NEW, RollingServers } from "./rolling-servers.ts";
import {
  expectAnnouncedOnce,
  expectLeadsMailed,
  expectMailedOnce,
  expectStoredOnce,
} from "./upgrade-effects.ts";
import { UpgradeLoad } from "./upgrade-load.ts";

const SETTLED_MS = 5000;
/** What a version that takes no later migrations prints at its start. */
const REFUSES_LATER = "corrupted migrations";

/**
 * Two processes of the previous version, on the data of its kept dump, behind a load balancer that repeats nothing. During RATE requests a
 * second of all kinds each is replaced by this version, back, and again by this version. No request may fail, what was acknowledged is
 * stored once, and each mail arrives once. Before that, two processes of this version start together on the dump and migrate once.
 */
export async function proveUpgrade(rate: number, serverUrl = process.env.DATABASE_URL): Promise<string> {
  if (!serverUrl)
    throw new Error("This proof needs DATABASE_URL: scripts/with-postgres.sh npm run prove upgrade");
  const dump = previousDump((await migrationNames()).at(-1) as string);
  const reference = process.env.COMMIT ?? dump.reference;
  const folder = await mkdtemp(join(tmpdir(), "lintel-upgrade-"));
  try {
    // A checkout of COMMIT with its packages, to have it once for several runs.
    const old = process.env.CHECKOUT ?? join(folder, "old");
    if (!process.env.CHECKOUT) await checkOut(reference, old);
    const together = await withOwnDatabase(serverUrl, (url) => startTogether(dump, url, folder));
    const rolled = await withOwnDatabase(serverUrl, (url) => rollUnderLoad({ dump, old, folder, rate }, url));
    return `From ${reference.slice(0, 12)} (${dump.migration}): ${together}; ${rolled}`;
  } finally {
    await removeFolder(folder);
  }
}

function settingsOf(databaseUrl: string, folder: string, mail?: SmtpServer) {
  return (port: number): Record<string, string> => ({
    ...{
      DATABASE_URL: databaseUrl,
      DATA_DIR: join(folder, String(port)),
      STORAGE_URL: `file://${join(folder, "files")}`,
    },
    ...{
      DEMO: "false",
      RATE_LIMITS: "off",
      LOG_LEVEL: "error",
      PHOTO_DETECTOR: "off",
      SHUTDOWN_DELAY_SECONDS: "1",
    },
    ...(mail && { MAIL_URL: `smtp://127.0.0.1:${mail.port}`, MAIL_FROM: "leads@lintel.test" }),
    ...{ ...vapid, ...secretSettings },
  });
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

async function startTogether(dump: KeptDump, databaseUrl: string, folder: string): Promise<string> {
  await restoreDump(dump, { url: databaseUrl });
  const settings = settingsOf(databaseUrl, folder);
  const ports = [await freePort(), await freePort()];
  const servers = ports.map((port) =>
    lintel(["serve"], { ...settings(port), PORT: String(port), ROLE: "api" }),
  );
  try {
    await Promise.all(servers.map((server) => server.waitForOutput("http://")));
    const client = await connect(databaseUrl);
    const { rows } = await client.query<{ name: string }>("select name from schema_migrations order by name");
    await client.end();
    if (rows.map(({ name }) => name).join() !== (await migrationNames()).join())
      throw new Error("Two processes that start together do not migrate once");
    const applied = rows.filter(({ name }) => name > dump.migration).length;
    return `2 processes that start together apply ${applied} migrations once`;
  } finally {
    for (const { child, exit } of servers) {
      child.kill("SIGTERM");
      await exit;
    }
  }
}

type Run = { dump: KeptDump; old: string; folder: string; rate: number };

async function rollUnderLoad({ dump, old, folder, rate }: Run, databaseUrl: string): Promise<string> {
  await restoreDump(dump, { url: databaseUrl });
  const client = await connect(databaseUrl);
  const waiting = await client.query<{ reference: string }>(
    "select reference from messages where channel = 'email' and state = 'waiting'",
  );
  const began = new Date();
  const mail = await startSmtpServer();
  let servers: RollingServers | undefined;
  let stream: LeadStream | undefined;
  let load: UpgradeLoad | undefined;
  const seconds: string[] = [];
  const timed = async (what: string, work: Promise<unknown>) => {
    const from = performance.now();
    await work;
    seconds.push(`${what} ${((performance.now() - from) / 1000).toFixed(0)} s`);
    await delay(SETTLED_MS);
  };
  try {
    servers = await RollingServers.start(old, settingsOf(databaseUrl, folder, mail));
    load = new UpgradeLoad(servers.proxy.port, rate);
    await load.prepare();
    stream = await LeadStream.open(servers.proxy.port);
    const loadBegan = performance.now();
    load.start();
    await delay(SETTLED_MS);
    await timed("upgrade", servers.replace(NEW));
    const aside = new NewerMigrations(client, dump.migration);
    await timed(
      "back",
      servers.replace(old, (output) => aside.setAside(output)),
    );
    await aside.putBack();
    await timed("upgrade again", servers.replace(NEW));
    await load.end();
    const took = (performance.now() - loadBegan) / 1000;
    if (load.failed.length > 0) {
      await servers.close();
      throw new Error(
        `${load.failed.length} of ${load.sent} requests failed: ${summary(load.failed)}\n${errorsIn(servers.log)}`,
      );
    }
    const stored = await expectStoredOnce(client, load);
    const mailed = await expectMailedOnce(client, mail, {
      began,
      pending: waiting.rows.map(({ reference }) => reference),
    });
    const leads = await expectLeadsMailed(client, load);
    const announced = await expectAnnouncedOnce(client, stream, load);
    return (
      `${load.sent} requests of ${load.answered.size} kinds in ${took.toFixed(0)} s (${Math.round(load.sent / took)} a second), ` +
      `through ${seconds.join(", ")}: ${load.failed.length} failed, slowest ${load.slowestMs} ms; ` +
      `${stored} acknowledged writes, each stored once; ${mailed.arrived} mails, each arrived once, ` +
      `${mailed.pending} of ${waiting.rows.length} that were pending in the dump among them; ${leads} leads with a mail to staff; ` +
      `${announced} leads announced once on a stream that was opened ${stream.opened} times${aside.note}`
    );
  } finally {
    await load?.end().catch(() => {});
    stream?.close();
    await servers?.close();
    await mail.close();
    await client.end();
  }
}

/** The first errors that servers have logged. */
function errorsIn(log: string): string {
  const lines = log.split("\n").filter((line) => /"level":(50|60|"error")|failed|Error/.test(line));
  return lines
    .slice(0, 12)
    .map((line) => line.slice(0, 900))
    .join("\n");
}

function summary(failed: string[]): string {
  const counts = new Map<string, number>();
  for (const each of failed) {
    const text = each.replaceAll(/\d{4,}/g, "N").slice(0, 160);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts]
    .slice(0, 8)
    .map(([text, count]) => `${count} × ${text}`)
    .join("; ");
}

/** Versions from before 0.1.0 refuse a database that has later migrations: the names of these are set aside while they start. */
class NewerMigrations {
  note = "";
  readonly #client: pg.Client;
  readonly #last: string;

  constructor(client: pg.Client, last: string) {
    this.#client = client;
    this.#last = last;
  }

  async setAside(output: string): Promise<void> {
    if (!output.includes(REFUSES_LATER)) throw new Error(output);
    await this.#client.query(`
      create table migrations_set_aside as
        select * from schema_migrations where name > '${this.#last}';
      delete from schema_migrations where name > '${this.#last}'`);
    this.note = "; the older version refused later migrations, whose names were set aside while it ran";
  }

  async putBack(): Promise<void> {
    if (this.note === "") return;
    await this.#client.query(`
      insert into schema_migrations select * from migrations_set_aside;
      drop table migrations_set_aside`);
  }
}
