import { sql } from "kysely";
import { createTransport } from "nodemailer";
import { htmlPart } from "../../server/src/messages/templates/html-part.ts";
import { dripStep } from "../../server/src/messages/templates/templates.ts";
import { textPart } from "../../server/src/messages/templates/text-part.ts";
import { runDripPass } from "../../server/src/outreach/index.ts";
import type { Db } from "../../server/src/platform/database/database.ts";
import { CONNECTIONS } from "../../server/src/platform/mail/smtp-mailer.ts";
import { ownContext, type Services } from "../../server/src/services.ts";
import { type MailSink, startMailSink } from "./mail-sink.ts";
import { fillOpenLeads } from "./synthetic-open-leads.ts";
import { withProduct } from "./with-product.ts";

const LEADS = 10_000;
const BROKERAGES = 50;
/** Response time of the mail server, and the number of mails measured with it. */
const SERVERS = [
  { answerMs: 0, mails: 10_000 },
  { answerMs: 50, mails: 2000 },
  { answerMs: 150, mails: 700 },
];

/**
 * A drip pass against nodemailer alone, which sends the same mails over as many connections to the same server: at servers that
 * answer after 0, 50 and 150 ms.
 */
export async function benchDrips(): Promise<void> {
  const server = process.env.DATABASE_URL;
  if (!server) throw new Error("Run it with a database: scripts/with-postgres.sh npm run bench drips");
  const sink = await startMailSink();
  const settings = {
    MAIL_URL: `smtp://127.0.0.1:${sink.port}`,
    MAIL_FROM: "office@bench.test",
    PUBLIC_API_URL: "https://api.bench.test",
  };
  try {
    await withProduct(server, settings, async (services) => {
      await fillOpenLeads(services.db, { leads: LEADS, brokerages: BROKERAGES });
      await createSequences(services.db);
      console.log(`${CONNECTIONS} connections`);
      console.log("server answers after | mails | nodemailer alone | drip pass | ratio | memory of the pass");
      for (const each of SERVERS) await compare(services, sink, each);
      const idle = await measured(() => runDripPass(ownContext(services, "bench")));
      console.log(`a pass with nothing due: ${idle.ms.toFixed(1)} ms`);
      services.mailer.close();
    });
  } finally {
    sink.close();
  }
}

async function compare(
  services: Services,
  sink: MailSink,
  { answerMs, mails }: (typeof SERVERS)[number],
): Promise<void> {
  sink.answerAfter(answerMs);
  await sink.arrived();
  const bare = await measured(() => sendBare(sink.port, mails));
  expectArrived(await sink.arrived(), mails);
  await enroll(services.db, mails);
  const pass = await measured(() => runDripPass(ownContext(services, "bench")));
  expectArrived(await sink.arrived(), mails);
  const rate = ({ ms }: Measured) => (mails / ms) * 1000;
  const columns = [
    `${answerMs} ms`.padStart(20),
    String(mails).padStart(5),
    `${rate(bare).toFixed(0)} mails/s`.padStart(16),
    `${rate(pass).toFixed(0)} mails/s`.padStart(9),
    (rate(pass) / rate(bare)).toFixed(2).padStart(5),
    `${pass.megabytes.toFixed(0)} MB`,
  ];
  console.log(columns.join(" | "));
}

function expectArrived(arrived: number, mails: number): void {
  if (arrived !== mails) throw new Error(`${arrived} of ${mails} mails arrived`);
}

type Measured = { ms: number; megabytes: number };

/** Duration of the work, and the growth of the process's memory. */
async function measured(work: () => Promise<unknown>): Promise<Measured> {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 50);
  const began = performance.now();
  await work();
  const ms = performance.now() - began;
  clearInterval(watch);
  return { ms, megabytes: (most - before) / 2 ** 20 };
}

/** Sends the same number of similar mails with nodemailer only; its pool queues them. */
async function sendBare(port: number, mails: number): Promise<void> {
  const transport = createTransport({
    host: "127.0.0.1",
    port,
    pool: true,
    maxConnections: CONNECTIONS,
    maxMessages: 500,
  });
  const draft = dripStep({ subject: "", body: `Hi First,\n\n${BODY}\n\nAgent` });
  const unsubscribeUrl = `https://api.bench.test/${"x".repeat(150)}`;
  const sender = { brokerage: "Bench", color: null, address: [], unsubscribeUrl };
  const [text, html] = [textPart(draft, sender), htmlPart(draft, sender)];
  await Promise.all(
    Array.from({ length: mails }, (_, at) =>
      transport.sendMail({
        messageId: `<${at}@bench.test>`,
        from: { name: "Bench", address: "office@bench.test" },
        to: `lead${at}@bench.test`,
        subject: `Hello ${at}`,
        text,
        html,
        headers: {
          "Auto-Submitted": "auto-generated",
          "X-Auto-Response-Suppress": "OOF, AutoReply",
          "List-Unsubscribe": `<${unsubscribeUrl}>`,
          "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
      }),
    ),
  );
  transport.close();
}

const BODY = "Here is what sold near you this month, and what it may mean for your plans. ".repeat(12);

/** A sequence of three steps in each brokerage. */
async function createSequences(db: Db): Promise<void> {
  await sql`
    insert into drip_sequences (brokerage_id, name, trigger_state, created_at, updated_at)
    select id, 'News', 'NEW', now(), now() from brokerages`.execute(db);
  await sql`
    insert into drip_steps (sequence_id, position, delay_days, subject_template, body_template)
    select id, position, 7, 'News for {{first_name}}', 'Hi {{first_name}},\n\n' || ${BODY} || '\n\n{{agent_name}}\n{{agent_phone}}'
    from drip_sequences, generate_series(1, 3) as position`.execute(db);
}

/** Enrolls leads in their brokerage's sequence, with the first step due; earlier messages are deleted. */
async function enroll(db: Db, leads: number): Promise<void> {
  await sql`truncate drip_enrollments, messages`.execute(db);
  await sql`
    insert into drip_enrollments (sequence_id, lead_id, enrolled_at, enrolled_state, next_step_position, next_send_at)
    select drip_sequences.id, leads.id, now() - interval '7 days', leads.stage, 1, now() - interval '1 minute'
    from leads join drip_sequences on drip_sequences.brokerage_id = leads.brokerage_id
    order by leads.id
    limit ${leads}`.execute(db);
  await sql`vacuum analyze`.execute(db);
}
