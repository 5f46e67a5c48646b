import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { ProcessRole } from "../../src/platform/config/config.ts";
import type { DatabaseHandle } from "../../src/platform/database/database.ts";
import { openDatabase } from "../../src/platform/database/open-database.ts";
import { createLog } from "../../src/platform/log.ts";
import { CONNECTIONS } from "../../src/platform/mail/smtp-mailer.ts";
import { removeFolder } from "../harness/remove-folder.ts";
import { type SmtpServer, startSmtpServer } from "../harness/smtp-server.ts";
import { secretSettings } from "../harness/test-secrets.ts";
import { withOwnDatabase } from "./own-database.ts";
import { post, type ServerProcess, startServer } from "./server-process.ts";

export const WORKERS = 2;
const CONNECTIONS_EACH = 8;
const ADMIN = "bootstrap-key-of-a-proof-with-workers";
/** Headers with the bootstrap key. */
export const adminHeaders = { "x-api-key": ADMIN };
export const adminKey = ADMIN;

/** Servers on one PostgreSQL, and a mail server; the servers are killed at random. */
export type Workers = {
  database: DatabaseHandle;
  mail: SmtpServer;
  /** A running server. */
  anyone(): ServerProcess;
  all(): readonly ServerProcess[];
  /** All post to that path; within `ms` one is killed with SIGKILL and restarted. */
  killOneDuring(path: string, ms: number): Promise<void>;
};

/** The role of each server, and settings beside the usual ones. */
export type WorkerSettings = { roles: readonly ProcessRole[]; settings: Record<string, string> };

const TWO: WorkerSettings = { roles: Array(WORKERS).fill("all"), settings: {} };

export async function withWorkers<Result>(
  work: (workers: Workers) => Promise<Result>,
  options: WorkerSettings = TWO,
): Promise<Result> {
  const { DATABASE_URL } = process.env;
  if (!DATABASE_URL) throw new Error("This proof needs DATABASE_URL (scripts/with-postgres.sh gives one).");
  return withOwnDatabase(DATABASE_URL, (url) => onDatabase(url, work, options));
}

async function onDatabase<Result>(
  databaseUrl: string,
  work: (workers: Workers) => Promise<Result>,
  { roles, settings: own }: WorkerSettings,
): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), "lintel-workers-"));
  const mail = await startSmtpServer();
  const settings = { ...settingsFor(databaseUrl, dataDir, mail), ...own };
  const start = (at: number) =>
    startServer({ ...settings, ROLE: roles[at] as ProcessRole }, CONNECTIONS_EACH);
  const servers: ServerProcess[] = [];
  try {
    while (servers.length < roles.length) servers.push(await start(servers.length));
    const database = await openDatabase({ databaseUrl, dataDir }, createLog("silent"));
    try {
      return await work({
        database,
        mail,
        anyone: () => servers[0] as ServerProcess,
        all: () => servers,
        async killOneDuring(path, ms) {
          const at = Math.floor(Math.random() * servers.length);
          const victim = servers[at] as ServerProcess;
          const posts = servers.map((server) => ask(server, path).catch(() => {}));
          await delay(Math.random() * ms);
          victim.kill();
          await Promise.all([...posts, victim.stop(), victim.pool.destroy()]);
          servers[at] = await start(at);
        },
      });
    } finally {
      await database.close();
    }
  } finally {
    for (const server of servers) server.kill();
    await Promise.all(servers.map((server) => server.stop()));
    await mail.close();
    await removeFolder(dataDir);
  }
}

function settingsFor(databaseUrl: string, dataDir: string, { port }: SmtpServer): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    DEMO: "false",
    RATE_LIMITS: "off",
    LOG_LEVEL: "fatal",
    BOOTSTRAP_ADMIN_KEY: ADMIN,
    MAIL_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: "office@lintel.test",
    ...secretSettings,
  };
}

/** Triggers a sweep or a drip pass. */
export function ask(server: ServerProcess, path: string): Promise<unknown> {
  return post(server, path, "counts", { headers: adminHeaders, body: {} });
}

/** An arrived mail, by its identity. */
export type ArrivedMail = { id: string; subject: string; to: string };

/** Checks that every mail of the ledger arrived, no other did, and repeats do not exceed the number of kills. */
export async function expectArrived(
  { database, mail }: Workers,
  kills: number,
): Promise<{ mails: ArrivedMail[]; repeated: number }> {
  const rows = await database.db.selectFrom("messages").select("reference").execute();
  const all = mail.arrived.map(({ raw, to }) => {
    const text = raw.toString("latin1");
    const header = (name: string) => new RegExp(`^${name}: (.+?)\\r$`, "im").exec(text)?.[1] ?? "";
    return { id: header("Message-ID"), subject: header("Subject"), to: String(to) };
  });
  const mails = new Map(all.map((each) => [each.id, each]));
  const missing = rows.filter(({ reference }) => !mails.has(reference));
  if (missing.length > 0) throw new Error(`${missing.length} mails have not arrived`);
  if (mails.size !== rows.length) throw new Error(`${mails.size - rows.length} mails are in no ledger`);
  const repeated = all.length - mails.size;
  if (repeated > kills * CONNECTIONS) throw new Error(`${repeated} mails came again after ${kills} kills`);
  return { mails: [...mails.values()], repeated };
}
