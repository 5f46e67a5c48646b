import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { type Announcement, announce } from "../../src/event-outbox/index.ts";
import { systemClock } from "../../src/platform/clock.ts";
import type { DatabaseHandle } from "../../src/platform/database/database.ts";
import { openDatabase } from "../../src/platform/database/open-database.ts";
import type { Jobs } from "../../src/platform/jobs/jobs.ts";
import { createLog } from "../../src/platform/log.ts";
import { someForm } from "../harness/contact-form.ts";
import { removeFolder } from "../harness/remove-folder.ts";
import { secretSettings } from "../harness/test-secrets.ts";
import { withOwnDatabase } from "./own-database.ts";
import { openBrokerage, post, type ServerProcess, startServer } from "./server-process.ts";
import { Receivers } from "./webhook-receivers.ts";

const ADMIN = "bootstrap-key-of-the-webhook-proof";
const CONNECTIONS = 4;
const EVENTS_PER_TRANSACTION = 500;

type ProofSize = {
  events: number;
  /** On PostgreSQL; one on the embedded database. */
  processes: number;
  /** Waits until claims of killed processes expire; otherwise their expiry is set in the database. */
  waitForClaims: boolean;
};

type DatabaseLocation = { databaseUrl: string | null; dataDir: string };

/**
 * Real API processes (two on PostgreSQL) and three webhooks, one of which never answers. Most events are pending when the processes
 * start: the time until the other two have all of them is measured. The rest are leads of contact forms: the time from the reply
 * until both are notified is measured. Then more events are pending, and a process is killed with SIGKILL while it sends them. At the
 * end both have all events, in order for each subject, with signatures that the reference library verifies; once, except for events in
 * flight of a killed process, which were sent again under the same `webhook-id`.
 */
export async function proveWebhooks(
  extent: ProofSize,
  databaseUrl = process.env.DATABASE_URL,
): Promise<string> {
  return databaseUrl
    ? withOwnDatabase(databaseUrl, (url) => deliverAll(extent, url))
    : deliverAll(extent, null);
}

async function deliverAll(
  { events, processes, waitForClaims: patient }: ProofSize,
  databaseUrl: string | null,
): Promise<string> {
  const where: DatabaseLocation = { databaseUrl, dataDir: await mkdtemp(join(tmpdir(), "lintel-webhooks-")) };
  const live = Math.ceil(events / 50);
  const receivers = await Receivers.start();
  const run = new Run(where, receivers, databaseUrl ? processes : 1);
  try {
    await run.start();
    await run.prepare();
    await run.stop();

    await run.announceEvents(events - live);
    const began = performance.now();
    await run.start();
    await receivers.waitForAll(events - live, 120_000);
    const seconds = (performance.now() - began) / 1000;
    const latency = await run.live(live);
    receivers.expectAll(events, 0);
    run.kill();

    const more = Math.ceil(events / 5);
    await run.announceEvents(more);
    await run.killDuringDelivery(more, patient);
    await receivers.waitForAll(events + more, 110_000);
    const repeated = receivers.expectAll(events + more, patient ? 1 : processes);
    const rate = Math.round((2 * (events - live)) / seconds);
    return (
      `${events} events to 3 webhooks, one of which never answers, on ${run.name}: the two others got each once, in order, ` +
      `every signature verified; ${events - live} of them in ${seconds.toFixed(1)} s with the start of the server (${rate} deliveries/s), ` +
      `${live} as they happened, ${latency}; ${receivers.hanging.received.length} attempts with the one that hangs; ` +
      `kill -9 during ${more} more: none missing, ${repeated} repeated under the same webhook-id`
    );
  } finally {
    run.kill();
    await run.stop();
    await receivers.close();
    await removeFolder(where.dataDir);
  }
}

class Run {
  readonly #where: DatabaseLocation;
  readonly #receivers: Receivers;
  readonly #processes: number;
  readonly #domain = `webhooks-${process.pid}-${Date.now().toString(36)}.test`;
  #servers: ServerProcess[] = [];
  #brokerageId = 0;
  #happened = 0;
  #sent = 0;
  readonly #nth = new Map<string, number>();

  constructor(where: DatabaseLocation, receivers: Receivers, processes: number) {
    this.#where = where;
    this.#receivers = receivers;
    this.#processes = processes;
  }

  get name(): string {
    return this.#where.databaseUrl
      ? `PostgreSQL with ${this.#processes} API processes`
      : "the embedded database";
  }

  async start(): Promise<void> {
    const { databaseUrl, dataDir } = this.#where;
    const settings = {
      DATA_DIR: dataDir,
      DEMO: "false",
      RATE_LIMITS: "off",
      LOG_LEVEL: "fatal",
      BOOTSTRAP_ADMIN_KEY: ADMIN,
      OUTBOUND_ALLOW: "127.0.0.1",
      ...(databaseUrl && { DATABASE_URL: databaseUrl, ...secretSettings }),
    };
    // One after the other, because the first may have to run migrations.
    const missing = this.#processes - this.#servers.length;
    for (let n = 0; n < missing; n++) this.#servers.push(await startServer(settings, CONNECTIONS));
  }

  async stop(): Promise<void> {
    await Promise.all(
      this.#servers.splice(0).map(async (server) => {
        await server.stop();
        await server.pool.destroy();
      }),
    );
  }

  kill(): void {
    for (const server of this.#servers) server.kill();
  }

  /** A brokerage, and its webhooks. */
  async prepare(): Promise<void> {
    const server = this.#any();
    this.#brokerageId = await openBrokerage(server, this.#domain, ADMIN);
    const events = ["lead.assigned", "lead.created"];
    await this.#receivers.subscribe((url) =>
      post<string>(server, "/api/admin/webhooks", "secret", {
        headers: { "x-api-key": ADMIN },
        body: { url, events, brokerage_id: this.#brokerageId },
      }),
    );
  }

  /** Announces events, about twenty per subject, while no process runs. */
  async announceEvents(count: number): Promise<void> {
    await this.stop();
    const objects = Math.ceil(count / 20);
    const announcements = Array.from({ length: count }, (_, at): Announcement => {
      const subject = `object:${(at * 7919) % objects}`;
      const nth = (this.#nth.get(subject) ?? 0) + 1;
      this.#nth.set(subject, nth);
      const data = { subject, nth, at: ++this.#happened };
      return { event: "lead.assigned", subject, brokerageId: this.#brokerageId, data };
    });
    await this.#withDatabase(async ({ db }) => {
      const jobs = { wake() {} } as unknown as Jobs;
      for (let at = 0; at < count; at += EVENTS_PER_TRANSACTION)
        await announce(
          { db, clock: systemClock, jobs },
          announcements.slice(at, at + EVENTS_PER_TRANSACTION),
        );
    });
  }

  /** Sends contact forms, one after the other on each connection, and measures the time until both receivers are notified. */
  async live(count: number): Promise<string> {
    const before = Math.max(...this.#receivers.answering.map(({ received: got }) => got.length));
    const answered = new Map<number, number>();
    let left = count;
    const send = async () => {
      while (left-- > 0) {
        const body = { ...someForm, email: `visitor-${left}@${this.#domain}` };
        const headers = { host: this.#domain };
        const lead = await post(this.#any(), "/api/contact", "lead_id", { headers, body });
        answered.set(Number(lead), performance.now());
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, send));
    await this.#receivers.waitForAll(before + count, 60_000);
    const delays = [...answered].flatMap(([lead, at]) =>
      this.#receivers
        .arrivals(({ body }) => body.event === "lead.created" && Number(body.data.lead_id) === lead)
        .map((arrived) => Math.max(0, arrived - at)),
    );
    const sorted = delays.toSorted((one, other) => one - other);
    const [middle, slowest] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)].map(Number);
    if (!(Number(slowest) < 20_000)) throw new Error(`A receiver was notified of a lead after ${slowest} ms`);
    return `notified ${Math.round(Number(middle))} ms after the reply (median), slowest ${Math.round(Number(slowest))} ms`;
  }

  async killDuringDelivery(events: number, patient: boolean): Promise<void> {
    const before = this.#receivers.got;
    this.#receivers.delayMs = 5;
    await this.start();
    while (this.#receivers.got - before < events * 0.6) await delay(1);
    const [killed, ...others] = this.#servers as [ServerProcess, ...ServerProcess[]];
    killed.kill();
    await killed.stop();
    await killed.pool.destroy();
    this.#servers = others;
    this.#receivers.delayMs = 0;
    if (!patient) await this.#letClaimsRunOut();
    await this.start();
  }

  /** Makes claims expire without waiting a minute. The other processes are killed too: their deliveries in flight would be repeated. */
  async #letClaimsRunOut(): Promise<void> {
    this.kill();
    await this.stop();
    await this.#withDatabase(({ db }) =>
      sql`update webhook_deliveries set next_attempt_at = now() where status = 'pending' and attempts = 0`.execute(
        db,
      ),
    );
  }

  async #withDatabase<Result>(work: (database: DatabaseHandle) => Promise<Result>): Promise<Result> {
    const database = await openDatabase(this.#where, createLog("silent"));
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  }

  #any(): ServerProcess {
    return this.#servers[this.#sent++ % this.#servers.length] as ServerProcess;
  }
}
