import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { createApp } from "../../server/src/app.ts";
import { addBrokerageDomain } from "../../server/src/brokerages/index.ts";
import type { Db } from "../../server/src/platform/database/database.ts";
import { ownContext, type Services } from "../../server/src/services.ts";
import { median } from "./quantile.ts";
import { fillBoard } from "./synthetic-leads.ts";
import { withProduct } from "./with-product.ts";

const MIGRATION = new URL("../../server/migrations/0083-lead-words.sql", import.meta.url);
const LEADS = 100_000;
const ROUNDS = 30;
/** Writes of each kind in a round, with the triggers and without: together some thousand. */
const WRITES = 40;
const MIGRATIONS = 5;
const HOST = "words.bench.test";

/**
 * What the rows cost that the search among leads compares: the migration that makes them, and the triggers that keep them, in each write
 * alone and as a part of a form. Writes with the triggers alternate with those without, on the same tables.
 */
export async function benchLeadWords(): Promise<void> {
  const server = process.env.DATABASE_URL;
  if (!server) throw new Error("Run it with a database: scripts/with-postgres.sh npm run bench words");
  await withProduct(server, { RATE_LIMITS: "off", WEBSITE: "off", CONSOLE: "off" }, async (services) => {
    const { db } = services;
    const brokerage = await fillBoard(db, { slug: "words", open: LEADS / 4, done: (LEADS * 3) / 4 });
    await addBrokerageDomain(ownContext(services, "bench"), { brokerage_id: brokerage, domain: HOST });
    await sql`vacuum analyze`.execute(db);
    await timeMigration(db);
    await sql`vacuum analyze`.execute(db);
    await timeTriggers(db, brokerage);
    await compareWrites(services, brokerage);
  });
}

async function timeMigration(db: Db): Promise<void> {
  const migration = await readFile(MIGRATION, "utf8");
  const times: number[] = [];
  for (let run = 0; run < MIGRATIONS; run++) {
    await sql
      .raw(
        `drop table lead_words; drop function add_lead_words() cascade; drop function change_lead_words() cascade;
        drop function words_of_lead(text, text, text, text); drop function digits_of_phone(text)`,
      )
      .execute(db);
    const began = performance.now();
    await db.transaction().execute((own) => sql.raw(migration).execute(own));
    times.push(performance.now() - began);
  }
  const { rows } = await sql<{ leads: number; bytes: number }>`
    select count(*)::integer as leads, pg_total_relation_size('lead_words')::integer as bytes
    from lead_words`.execute(db);
  const [{ leads, bytes }] = rows as [{ leads: number; bytes: number }];
  console.log(
    `The migration, ${leads.toLocaleString("en")} leads, ${MIGRATIONS} times: median ${median(times).toFixed(0)} ms, slowest ${Math.max(...times).toFixed(0)} ms; ${(bytes / 1_048_576).toFixed(0)} MiB`,
  );
}

async function compareWrites(services: Services, brokerage: number): Promise<void> {
  const { db } = services;
  const app = await createApp(services);
  let nth = 0;
  const writes: Record<string, () => Promise<unknown>> = {
    "insert, one lead": () => newLead(brokerage, ++nth).execute(db),
    "update of the name": () => newName(++nth).execute(db),
    // No trigger runs: what differs is what else the machine does.
    "update of a note": () =>
      sql`update leads set notes = ${`Note ${++nth}`} where id = ${1 + (nth % LEADS)}`.execute(db),
    "contact form": async () => {
      const { statusCode, body } = await app.inject({
        method: "POST",
        url: "/api/contact",
        headers: { host: HOST },
        // The address of each is its own: a flood from one would be held back.
        remoteAddress: `10.${++nth % 250}.${Math.floor(nth / 250) % 250}.7`,
        payload: formOf(nth),
      });
      if (statusCode !== 200) throw new Error(`The form was answered ${statusCode}: ${body}`);
    },
  };
  console.log(
    `${(ROUNDS * WRITES).toLocaleString("en")} writes of each kind with the triggers and without, in turns of ${WRITES}: median, and the added share`,
  );
  for (const [name, write] of Object.entries(writes)) {
    for (let at = 0; at < WRITES; at++) await write();
    const times = { with: [] as number[], without: [] as number[] };
    for (let round = 0; round < ROUNDS; round++) {
      for (const way of round % 2 ? (["with", "without"] as const) : (["without", "with"] as const)) {
        await setTriggers(db, way === "with");
        for (let at = 0; at < WRITES; at++) {
          const began = performance.now();
          await write();
          times[way].push(performance.now() - began);
        }
      }
    }
    await setTriggers(db, true);
    const [kept, bare] = [median(times.with), median(times.without)];
    console.log(
      `  ${name.padEnd(18)} ${kept.toFixed(3)} ms  ${bare.toFixed(3)} ms  ${(kept - bare).toFixed(3)} ms, ${((100 * (kept - bare)) / bare).toFixed(1)} %`,
    );
  }
  await app.close();
}

async function setTriggers(db: Db, on: boolean): Promise<void> {
  const verb = sql.raw(on ? "enable" : "disable");
  await sql`alter table leads ${verb} trigger leads_words_added, ${verb} trigger leads_words_changed`.execute(
    db,
  );
}

function newLead(brokerage: number, nth: number) {
  return sql`
    insert into leads (brokerage_id, source, first_name, last_name, email, phone, subject, message, pipeline_type, stage,
      stage_entered_at, status, last_contact, heat, created_at, updated_at)
    values (${brokerage}, 'contact_form', 'Ada', ${`Lovelace ${nth}`}, ${`ada${nth}@words.test`}, '208-555-0101',
      'A home with a yard', 'I would like to know more.', 'buyer', 'NEW', now(), 'new', now(), 15, now(), now())`;
}

function newName(nth: number) {
  return sql`update leads set first_name = ${`Renamed ${nth}`} where id = ${1 + (nth % LEADS)}`;
}

type Explained = {
  "QUERY PLAN": [{ Triggers: { "Trigger Name": string; Time: number }[]; "Execution Time": number }];
};

/** By PostgreSQL's own clock: what of a statement the trigger takes, without the time between statements. */
async function timeTriggers(db: Db, brokerage: number): Promise<void> {
  const statements = {
    "insert, one lead": (nth: number) => newLead(brokerage, nth),
    "update of the name": newName,
  };
  console.log(
    `The trigger by explain analyze, ${(ROUNDS * WRITES).toLocaleString("en")} statements each: median of the trigger and of its statement`,
  );
  for (const [name, statement] of Object.entries(statements)) {
    const inTrigger: number[] = [];
    const inAll: number[] = [];
    for (let nth = 1; nth <= ROUNDS * WRITES; nth++) {
      const { rows } = await sql<Explained>`explain (analyze, format json) ${statement(nth)}`.execute(db);
      const [plan] = (rows[0] as Explained)["QUERY PLAN"];
      const words = plan.Triggers.filter((each) => each["Trigger Name"].startsWith("leads_words"));
      if (words.length !== 1) throw new Error(`${name}: the trigger did not run`);
      inTrigger.push(words[0]?.Time ?? 0);
      inAll.push(plan["Execution Time"]);
    }
    console.log(`  ${name.padEnd(18)} ${median(inTrigger).toFixed(3)} ms of ${median(inAll).toFixed(3)} ms`);
  }
}

function formOf(nth: number) {
  return {
    firstName: "Ada",
    lastName: `Lovelace ${nth}`,
    email: `form${nth}@words.test`,
    phone: "208-555-0101",
    subject: "A home with a yard",
    message: `This is form ${nth}. I would like to see the house with the yard.`,
  };
}
