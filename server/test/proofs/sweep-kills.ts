import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import type { DatabaseHandle } from "../../src/platform/database/database.ts";
import { openDatabase } from "../../src/platform/database/open-database.ts";
import { createLog } from "../../src/platform/log.ts";
import { removeFolder } from "../harness/remove-folder.ts";
import { type SmtpServer, startSmtpServer } from "../harness/smtp-server.ts";
import { secretSettings } from "../harness/test-secrets.ts";
import { withOwnDatabase } from "./own-database.ts";
import { openBrokerage, post, type ServerProcess, startServer } from "./server-process.ts";

const ADMIN = "bootstrap-key-of-the-sweep-proof";
const LEADS_A_ROUND = 15;
/** Response breach and reminder to the agent; alert and final escalation to two brokers. */
const MAILS_A_LEAD = 6;
const WORKERS = 2;

/**
 * Two servers on one PostgreSQL, each sweeping and sending, and a real mail server. Round after round leads fall due, and one
 * of the servers is killed with SIGKILL at a random moment and started again. In the end each alert of each lead is in the
 * ledger once, was sent, and has arrived; what came twice, because its sender died before it could note it, came under the
 * same Message-ID, and at most one a kill did.
 */
export async function proveSweepKills(kills: number): Promise<string> {
  const { DATABASE_URL } = process.env;
  if (!DATABASE_URL) throw new Error("This proof needs DATABASE_URL (scripts/with-postgres.sh gives one).");
  return withOwnDatabase(DATABASE_URL, (url) => killWorkers(url, kills));
}

async function killWorkers(databaseUrl: string, kills: number): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "lintel-sweep-"));
  const mail = await startSmtpServer();
  mail.delayMs = 3;
  const settings = settingsFor(databaseUrl, dataDir, mail);
  const workers: ServerProcess[] = [];
  const began = performance.now();
  try {
    workers.push(await startServer(settings, 4));
    while (workers.length < WORKERS) workers.push(await startServer(settings, 4));
    const office = await openOffice(workers[0] as ServerProcess);
    const database = await openDatabase({ databaseUrl, dataDir }, createLog("silent"));
    try {
      for (let round = 0; round < kills; round++) {
        await leadsFallDue(database, office);
        await killInMidWork(workers, settings);
      }
      const leads = kills * LEADS_A_ROUND;
      await allSent(database, workers, leads * MAILS_A_LEAD);
      await expectEachOnce(database, leads);
      const repeated = await expectArrived(database, mail, kills);
      const seconds = ((performance.now() - began) / 1000).toFixed(0);
      return (
        `${kills} kills of ${WORKERS} servers while ${leads} leads fell due, ${seconds} s: ` +
        `${leads * MAILS_A_LEAD} mails, each in the ledger once, none missing, none twice by Message-ID; ` +
        `${repeated} raw repeats`
      );
    } finally {
      await database.close();
    }
  } finally {
    for (const worker of workers) worker.kill();
    await Promise.all(workers.map((worker) => worker.stop()));
    await mail.close();
    await removeFolder(dataDir);
  }
}

function settingsFor(databaseUrl: string, dataDir: string, mail: SmtpServer): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    DEMO: "false",
    RATE_LIMITS: "off",
    LOG_LEVEL: "fatal",
    BOOTSTRAP_ADMIN_KEY: ADMIN,
    MAIL_URL: `smtp://127.0.0.1:${mail.port}`,
    MAIL_FROM: "office@lintel.test",
    ...secretSettings,
  };
}

type Office = { brokerageId: number; agentId: number };

async function openOffice(server: ServerProcess): Promise<Office> {
  const headers = { "x-api-key": ADMIN };
  const brokerageId = await openBrokerage(server, "sweep-proof.test", ADMIN);
  const own = { brokerage_id: brokerageId };
  for (const name of ["Olga", "Boris"]) {
    const body = { ...own, name, email: `${name}@brokers.test` };
    await post(server, "/api/admin/broker-contacts", "id", { headers, body });
  }
  const body = { ...own, name: "Ann", slug: "ann-of-the-proof", email: "ann@agents.test" };
  return { brokerageId, agentId: await post(server, "/api/admin/agents", "id", { headers, body }) };
}

/** Leads that have waited for two days, as if nothing had swept since. */
async function leadsFallDue({ db }: DatabaseHandle, { brokerageId, agentId }: Office): Promise<void> {
  await sql`
    with arrived as (
      insert into leads (brokerage_id, source, first_name, last_name, email, subject, message, assigned_agent_id,
        pipeline_type, stage, stage_entered_at, status, response_target_seconds, response_due_at, last_contact,
        created_at, updated_at)
      select ${brokerageId}, 'contact_form', 'Ada', 'Lovelace', 'ada@visitors.test', '', '', ${agentId}, 'buyer', 'NEW',
        at, 'new', 300, at + interval '5 minutes', at, at, at
      from generate_series(1, ${LEADS_A_ROUND}), lateral (select now() - interval '2 days') moments (at)
      returning id, created_at
    )
    insert into lead_events (lead_id, event_type, to_stage, occurred_at, actor_type, actor_name, created_at)
    select id, 'contact_form_submission', 'NEW', created_at, 'visitor', 'website visitor', created_at
    from arrived`.execute(db);
}

/** Both sweep; one dies at some moment of it, and is started again. */
async function killInMidWork(workers: ServerProcess[], settings: Record<string, string>): Promise<void> {
  const at = Math.floor(Math.random() * workers.length);
  const victim = workers[at] as ServerProcess;
  const sweeps = workers.map((worker) => sweep(worker).catch(() => {}));
  await delay(Math.random() * 400);
  victim.kill();
  await Promise.all([...sweeps, victim.stop(), victim.pool.destroy()]);
  workers[at] = await startServer(settings, 4);
}

function sweep(server: ServerProcess): Promise<unknown> {
  const headers = { "x-api-key": ADMIN };
  return post(server, "/api/v1/admin/leads/lifecycle/sweep", "counts", { headers, body: {} });
}

/** What a killed process had claimed is free after four minutes; the minute's schedule finds it. */
async function allSent({ db }: DatabaseHandle, workers: ServerProcess[], mails: number): Promise<void> {
  const end = performance.now() + 8 * 60_000;
  await sweep(workers[0] as ServerProcess);
  for (;;) {
    const { sent } = await db
      .selectFrom("messages")
      .select(({ fn }) => fn.countAll<number>().as("sent"))
      .where("state", "=", "sent")
      .executeTakeFirstOrThrow();
    if (Number(sent) >= mails) return;
    if (performance.now() > end) throw new Error(`${sent} of ${mails} mails were sent`);
    await delay(500);
  }
}

async function expectEachOnce({ db }: DatabaseHandle, leads: number): Promise<void> {
  const rows = await db
    .selectFrom("messages")
    .select(["lead_id", "kind", "recipient", "state"])
    .orderBy("lead_id")
    .execute();
  const wanted = [
    "agent_reminder to ann@agents.test",
    "broker_alert to Boris@brokers.test",
    "broker_alert to Olga@brokers.test",
    "final_escalation to Boris@brokers.test",
    "final_escalation to Olga@brokers.test",
    "response_breach to ann@agents.test",
  ].join(", ");
  const byLead = Map.groupBy(rows, ({ lead_id }) => lead_id);
  if (byLead.size !== leads) throw new Error(`${byLead.size} of ${leads} leads have messages`);
  for (const [lead, messages] of byLead) {
    const told = messages.map(({ kind, recipient }) => `${kind} to ${recipient}`).toSorted();
    if (told.join(", ") !== wanted) throw new Error(`Of lead ${lead} was told: ${told.join(", ")}`);
    const unsent = messages.filter(({ state }) => state !== "sent");
    if (unsent.length > 0) throw new Error(`Lead ${lead} has messages that are ${unsent[0]?.state}`);
  }
}

/** How many arrived more than once. */
async function expectArrived(
  { db }: DatabaseHandle,
  { arrived }: SmtpServer,
  kills: number,
): Promise<number> {
  const rows = await db.selectFrom("messages").select("reference").execute();
  const ids = arrived.map(({ raw }) => /^Message-ID: (<[^>]+>)/im.exec(raw.toString("latin1"))?.[1] ?? "");
  const distinct = new Set(ids);
  const missing = rows.filter(({ reference }) => !distinct.has(reference));
  if (missing.length > 0) throw new Error(`${missing.length} mails have not arrived`);
  if (distinct.size !== rows.length) throw new Error(`${distinct.size - rows.length} mails are in no ledger`);
  const repeated = ids.length - distinct.size;
  if (repeated > kills) throw new Error(`${repeated} mails came again after ${kills} kills`);
  return repeated;
}
