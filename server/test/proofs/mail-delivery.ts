import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { openDatabase } from "../../src/platform/database/open-database.ts";
import { createLog } from "../../src/platform/log.ts";
import { removeFolder } from "../harness/remove-folder.ts";
import { type SmtpServer, startSmtpServer } from "../harness/smtp-server.ts";
import { secretSettings } from "../harness/test-secrets.ts";
import { expectLedger } from "./mail-ledger.ts";
import { withOwnDatabase } from "./own-database.ts";
import { openBrokerage, post, type ServerProcess, startServer } from "./server-process.ts";

const CONNECTIONS = 8;
const ADMIN = "bootstrap-key-of-the-mail-proof-0";
const AGENTS = 7;

type Extent = {
  registrations: number;
  /** Duration of the mail server's outage; 0 skips this part. */
  outageSeconds: number;
  kills: number;
  /** Waits until claims of killed processes expire; otherwise their expiry is set in the database. */
  patient: boolean;
};

type Where = { databaseUrl: string | null; dataDir: string };

/**
 * A real server and a real mail server. Visitors register: the time until both mails have arrived is measured. Then the mail server
 * is down while more register, and returns. Then the server is repeatedly killed with SIGKILL during deliveries and
 * restarted. At the end each registered visitor has one welcome mail, and their agent one notice. A mail that arrived twice, because its
 * process died before the outcome was stored, has the same Message-ID.
 */
export async function proveMail(extent: Extent): Promise<string> {
  const { DATABASE_URL } = process.env;
  return DATABASE_URL
    ? withOwnDatabase(DATABASE_URL, (url) => registerAndRead(extent, url))
    : registerAndRead(extent, null);
}

async function registerAndRead(
  { registrations, outageSeconds, kills, patient }: Extent,
  databaseUrl: string | null,
): Promise<string> {
  const where: Where = { databaseUrl, dataDir: await mkdtemp(join(tmpdir(), "lintel-mail-")) };
  const mail = await startSmtpServer();
  const settings = settingsFor(where, mail);
  const domain = `mail-${process.pid}-${Date.now().toString(36)}.test`;
  let server = await startServer(settings, CONNECTIONS);
  const run = new Registrations(domain, mail);
  try {
    const brokerageId = await openBrokerage(server, domain, ADMIN);
    await hire(server, brokerageId);

    await run.register(server, registrations);
    await run.allArrived();
    const report = [`${registrations} registrations on ${nameOf(where)}: ${run.delays()}`];

    if (outageSeconds > 0) report.push(await outage(run, server, mail, { registrations, outageSeconds }));

    const before = mail.arrived.length;
    for (let kill = 0; kill < kills; kill++) {
      await run.killedInMidDelivery(server, Math.ceil(registrations / 5));
      if (!patient) await letClaimsRunOut(where);
      server = await startServer(settings, CONNECTIONS);
    }
    await run.allArrived();
    await server.stop();
    const { mails, repeated } = await expectLedger(where, brokerageId, {
      registered: run.registered,
      arrived: mail.arrived,
      kills,
    });
    report.push(
      `kill -9 in mid-delivery, ${kills} times: ${mail.arrived.length - before} mails, none missing, ${repeated} repeated ` +
        `(the same Message-ID); in all ${mails} mails for ${run.registered.size} registrations`,
    );
    return report.join("; ");
  } finally {
    server.kill();
    await server.stop();
    await mail.close();
    await removeFolder(where.dataDir);
  }
}

function settingsFor({ databaseUrl, dataDir }: Where, { port }: SmtpServer): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    DEMO: "false",
    RATE_LIMITS: "off",
    LOG_LEVEL: "fatal",
    BOOTSTRAP_ADMIN_KEY: ADMIN,
    MAIL_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: "office@lintel.test",
    ...(databaseUrl && { DATABASE_URL: databaseUrl, ...secretSettings }),
  };
}

const nameOf = ({ databaseUrl }: Where) => (databaseUrl ? "PostgreSQL" : "the embedded database");

async function hire(server: ServerProcess, brokerageId: number): Promise<void> {
  const headers = { "x-api-key": ADMIN };
  for (let at = 1; at <= AGENTS; at++) {
    const slug = `agent-${brokerageId}-${at}`;
    const body = { brokerage_id: brokerageId, name: `Agent ${at}`, slug, email: `${slug}@agents.test` };
    await post(server, "/api/admin/agents", "id", { headers, body });
  }
}

async function outage(
  run: Registrations,
  server: ServerProcess,
  mail: SmtpServer,
  { registrations, outageSeconds }: { registrations: number; outageSeconds: number },
): Promise<string> {
  const count = Math.ceil(registrations / 2);
  await mail.down();
  const end = performance.now() + outageSeconds * 1000;
  await run.register(server, count);
  await delay(Math.max(0, end - performance.now()));
  await mail.up();
  const back = performance.now();
  await run.allArrived();
  const seconds = ((performance.now() - back) / 1000).toFixed(0);
  return `mail server down for ${outageSeconds} s and ${count} registrations: all mails ${seconds} s after its return`;
}

/** Makes claims expire without waiting four minutes. */
async function letClaimsRunOut(where: Where): Promise<void> {
  const database = await openDatabase(where, createLog("silent"));
  await sql`update messages set claimed_until = now() where state = 'sending'`.execute(database.db);
  await database.close();
}

/** The registered visitors, and the mails that they and their agents must have received. */
class Registrations {
  /** The names in acknowledged registrations. */
  readonly registered = new Map<number, { email: string; name: string; at: number }>();
  readonly #domain: string;
  readonly #mail: SmtpServer;
  #made = 0;

  constructor(domain: string, mail: SmtpServer) {
    this.#domain = domain;
    this.#mail = mail;
  }

  async register(server: ServerProcess, count: number, goesOn = () => true): Promise<void> {
    let left = count;
    const work = async () => {
      while (left-- > 0 && goesOn()) await this.#registerOne(server, goesOn);
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, work));
  }

  /** Registers visitors, and kills the server when some of their mails were sent and others are in flight. */
  async killedInMidDelivery(server: ServerProcess, count: number): Promise<void> {
    const { arrived } = this.#mail;
    const killAt = arrived.length + Math.ceil(count * (0.3 + Math.random()));
    this.#mail.delayMs = 20;
    let alive = true;
    const killer = (async () => {
      while (arrived.length < killAt) await delay(1);
      alive = false;
      server.kill();
    })();
    await this.register(server, count, () => alive);
    await killer;
    await server.stop();
    await server.pool.destroy();
    this.#mail.delayMs = 0;
  }

  /** Waits for the last mail of all acknowledged registrations. */
  async allArrived(): Promise<void> {
    const end = performance.now() + 8 * 60_000;
    for (;;) {
      const missing = this.#missing();
      if (missing.length === 0) return;
      if (performance.now() > end)
        throw new Error(`${missing.length} mails are missing: ${missing.slice(0, 5)}`);
      await delay(50);
    }
  }

  /** From the request to the arrival. */
  delays(): string {
    const times = arrivals(this.#mail);
    const words = (kind: "welcome" | "agent", label: string) => {
      const all = [...this.registered.values()].map(({ name, email, at }) => {
        const arrived = times.get(kind === "welcome" ? `welcome ${email}` : `agent ${name}`) as number;
        return Math.max(0, arrived - at);
      });
      const [middle, slowest] = [all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)], Math.max(...all)];
      if (slowest > 60_000) throw new Error(`${label} took ${slowest} ms`);
      return `${label} after ${Math.round(middle as number)} ms (median), slowest ${Math.round(slowest)} ms`;
    };
    return `${words("welcome", "welcome")}; ${words("agent", "agent's mail")}`;
  }

  #missing(): string[] {
    const times = arrivals(this.#mail);
    return [...this.registered.values()].flatMap(({ email, name }) =>
      [`welcome ${email}`, `agent ${name}`].filter((mail) => !times.has(mail)),
    );
  }

  async #registerOne(server: ServerProcess, goesOn: () => boolean): Promise<void> {
    const number = ++this.#made;
    const name = `Visitor${number} Of${this.#domain.replaceAll(/[^a-z0-9]/g, "")}`;
    const email = `visitor-${number}@${this.#domain}`;
    const at = performance.now();
    try {
      const body = { name, email };
      const id = await post<string>(server, "/register", "lead_id", {
        headers: { host: this.#domain },
        body,
      });
      this.registered.set(Number(id), { email, name, at });
    } catch (error) {
      if (goesOn()) throw error;
    }
  }
}

/** The first arrival of each mail, by its identity. */
function arrivals({ arrived }: SmtpServer): Map<string, number> {
  const times = new Map<string, number>();
  for (const { to, raw, at } of arrived) {
    const [, subject = ""] = /^Subject: (.*)$/m.exec(raw.toString("latin1")) ?? [];
    const agentsOf = /^New lead assigned: (.*?)\r?$/.exec(subject)?.[1];
    const key = agentsOf ? `agent ${agentsOf}` : `welcome ${to[0]}`;
    if (!times.has(key)) times.set(key, at);
  }
  return times;
}
