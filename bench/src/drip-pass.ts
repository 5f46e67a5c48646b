import { sql } from "kysely";
import pLimit from "p-limit";
import type { Services } from "../../server/src/context.ts";
import { dripStep } from "../../server/src/messages/templates/drip-step.ts";
import { htmlPart } from "../../server/src/messages/templates/html-part.ts";
import { textPart } from "../../server/src/messages/templates/text-part.ts";
import { runDripPass } from "../../server/src/outreach/index.ts";
import type { Db } from "../../server/src/platform/database/database.ts";
import { ownContext } from "../../server/src/services.ts";
import { startMailSink } from "./mail-sink.ts";
import { fillOpenLeads } from "./synthetic-open-leads.ts";
import { withProduct } from "./with-product.ts";

const LEADS = 10_000;
const BROKERAGES = 50;
const CONNECTIONS = 5;

/** One pass over 10,000 due enrollments, against handing mails like theirs to the same server and nothing else. */
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
      const bare = await measured(() => sendBare(services));
      console.log(`${await sink.arrived()} mails with no database: ${said(bare)}`);
      await fillOpenLeads(services.db, { leads: LEADS, brokerages: BROKERAGES });
      await enrollAll(services.db);
      const pass = await measured(() => runDripPass(ownContext(services, "bench")));
      console.log(
        `a pass over ${LEADS} due enrollments: ${said(pass)}, ${JSON.stringify(pass.result.counts)}`,
      );
      console.log(
        `${await sink.arrived()} mails arrived; ${(pass.ms / bare.ms).toFixed(1)} times the bare sending`,
      );
      const idle = await measured(() => runDripPass(ownContext(services, "bench")));
      console.log(`the next pass, with nothing due: ${idle.ms.toFixed(1)} ms`);
      services.mailer.close();
    });
  } finally {
    sink.close();
  }
}

type Measured<T> = { ms: number; megabytes: number; result: T };

const said = ({ ms, megabytes }: Measured<unknown>) =>
  `${(ms / 1000).toFixed(1)} s, at most ${megabytes.toFixed(0)} MB more memory`;

/** How long it takes, and by how much the process grows meanwhile. */
async function measured<T>(work: () => Promise<T>): Promise<Measured<T>> {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 50);
  const began = performance.now();
  const result = await work();
  const ms = performance.now() - began;
  clearInterval(watch);
  return { ms, megabytes: (most - before) / 2 ** 20, result };
}

async function sendBare({ mailer }: Services): Promise<void> {
  const limit = pLimit(CONNECTIONS);
  const draft = dripStep({ subject: "", body: `Hi First,\n\n${BODY}\n\nAgent` });
  const sender = {
    brokerage: "Bench",
    color: null,
    address: [],
    unsubscribeUrl: `https://api.bench.test/${"x".repeat(150)}`,
  };
  const [text, html] = [textPart(draft, sender), htmlPart(draft, sender)];
  const never = { signal: new AbortController().signal };
  const one = (at: number) =>
    mailer.send(
      {
        messageId: `<${at}@bench.test>`,
        fromName: "Bench",
        to: `lead${at}@bench.test`,
        replyTo: null,
        subject: `Hello ${at}`,
        text,
        html,
        date: new Date(),
      },
      never,
    );
  await limit.map(Array(LEADS).keys(), one);
}

const BODY = "Here is what sold near you this month, and what it may mean for your plans. ".repeat(12);

/** Every lead on a sequence of its brokerage whose first step is due. */
async function enrollAll(db: Db): Promise<void> {
  await sql`
    insert into drip_sequences (brokerage_id, name, trigger_state, created_at, updated_at)
    select id, 'News', 'NEW', now(), now() from brokerages`.execute(db);
  await sql`
    insert into drip_steps (sequence_id, position, delay_days, subject_template, body_template)
    select id, position, 7, 'News for {{first_name}}', 'Hi {{first_name}},\n\n' || ${BODY} || '\n\n{{agent_name}}\n{{agent_phone}}'
    from drip_sequences, generate_series(1, 3) as position`.execute(db);
  await sql`
    insert into drip_enrollments (sequence_id, lead_id, enrolled_at, enrolled_state, next_step_position, next_send_at)
    select drip_sequences.id, leads.id, now() - interval '7 days', leads.stage, 1, now() - interval '1 minute'
    from leads join drip_sequences on drip_sequences.brokerage_id = leads.brokerage_id`.execute(db);
  await sql`vacuum analyze`.execute(db);
}
