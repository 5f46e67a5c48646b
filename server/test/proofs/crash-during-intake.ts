import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeFolder } from "../harness/remove-folder.ts";
import { secretSettings } from "../harness/test-secrets.ts";
import { expectCompleteLeads } from "./complete-leads.ts";
import { openBrokerage, post, type ServerProcess, startServer } from "./server-process.ts";

const CONNECTIONS = 32;
const ADMIN = "bootstrap-key-of-the-intake-proof";

/**
 * Sends contact forms over 32 connections to a real server, which is killed with SIGKILL in mid-run (with its database, when it
 * is the embedded one) and restarted. Every acknowledged form must be stored as the lead of its reply, with its first timeline row;
 * no other form may be stored partially.
 */
export async function proveIntake(forms: number, databaseUrl = process.env.DATABASE_URL): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "lintel-intake-"));
  const settings = {
    DATA_DIR: dataDir,
    DEMO: "false",
    RATE_LIMITS: "off",
    LOG_LEVEL: "error",
    BOOTSTRAP_ADMIN_KEY: ADMIN,
    ...(databaseUrl && { DATABASE_URL: databaseUrl, ...secretSettings }),
  };
  // The database in DATABASE_URL may have the brokerage of an earlier run.
  const run = new FormRun(forms, `intake-${process.pid}-${Date.now().toString(36)}.test`);
  let server = await startServer(settings, CONNECTIONS);
  try {
    const brokerageId = await openBrokerage(server, run.domain, ADMIN);
    const killAfter = Math.ceil(forms * (0.3 + Math.random() * 0.4));
    await run.send(server, killAfter);
    const killed = performance.now();
    server = await startServer(settings, CONNECTIONS);
    const away = (performance.now() - killed) / 1000;
    await run.send(server);
    await server.stop();
    const acknowledged = [...run.acknowledged].map(([form, id]) => ({ id, email: emailOf(form) }));
    const extra = await expectCompleteLeads(
      { databaseUrl: databaseUrl || null, dataDir },
      brokerageId,
      acknowledged,
    );
    return (
      `${run.acknowledged.size} contact forms acknowledged at ${CONNECTIONS} connections on ` +
      `${databaseUrl ? "PostgreSQL" : "the embedded database"}, kill -9 after ${killAfter}, back in ${away.toFixed(1)} s: ` +
      `0 lost, each with its first timeline row; ${extra} stored without an answer, whole too; ` +
      `${Math.round(run.acknowledged.size / run.seconds)} forms/s`
    );
  } finally {
    server.kill();
    await server.stop();
    await removeFolder(dataDir);
  }
}

/** The forms of a run: those still to be sent, and the lead of each sent one. */
class FormRun {
  readonly domain: string;
  readonly acknowledged = new Map<number, number>();
  /** Sending time without restarts. */
  seconds = 0;
  readonly #waiting: number[];

  constructor(forms: number, domain: string) {
    this.domain = domain;
    this.#waiting = Array.from({ length: forms }, (_, form) => form);
  }

  /** Sends the remaining forms, or kills the server after a number of acknowledged ones, while all connections are busy. */
  async send(server: ServerProcess, killAfter = Number.POSITIVE_INFINITY): Promise<void> {
    const started = performance.now();
    let killed = false;
    const work = async () => {
      while (!killed) {
        const form = this.#waiting.pop();
        if (form === undefined) return;
        const lead = await submit(server, this.domain, form).catch((error) => {
          if (!killed) throw error;
          return null;
        });
        if (lead === null) this.#waiting.push(form);
        else this.acknowledged.set(form, lead);
        if (this.acknowledged.size >= killAfter && !killed) {
          killed = true;
          server.kill();
        }
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, work));
    this.seconds += (performance.now() - started) / 1000;
    await server.pool.destroy();
  }
}

/** Identifies the lead of a form. */
const emailOf = (form: number) => `visitor-${form}@visitors.test`;

async function submit(server: ServerProcess, domain: string, form: number): Promise<number> {
  return post(server, "/api/contact", "lead_id", {
    headers: { host: domain },
    body: {
      firstName: "Visitor",
      lastName: String(form),
      email: emailOf(form),
      subject: "Contact",
      message: `This is form ${form}.`,
    },
  });
}
