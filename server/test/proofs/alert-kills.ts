import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import PostalMime from "postal-mime";
import { importRecords, normaliseReso } from "../../src/listings/index.ts";
import { LEASE_MS } from "../../src/messages/delivery/deliver.ts";
import { readConfig } from "../../src/platform/config/config.ts";
import { createLog } from "../../src/platform/log.ts";
import { createServices, ownContext } from "../../src/services.ts";
import { home } from "../harness/market.ts";
import { testSecrets } from "../harness/test-secrets.ts";
import { openBrokerage } from "./server-process.ts";
import { adminKey, ask, expectArrived, WORKERS, type Workers, withWorkers } from "./workers.ts";

const SWEEP = "/api/v1/admin/leads/lifecycle/sweep";
const CLIENTS_A_ROUND = 20;
const LISTINGS_A_ROUND = 2;
/** A process that lives has sent what it has claimed long before. */
const SENT_WITHIN_MS = 30_000;

/**
 * Two servers on one PostgreSQL and a real mail server. In each round new listings match instant searches of new clients, and one of the
 * servers is killed with SIGKILL while both match and send. At the end each client has been told of each listing once. A mail that arrived
 * twice, because its process died before the outcome was stored, has the same Message-ID.
 */
export async function proveAlertKills(kills: number): Promise<string> {
  return withWorkers(async (workers) => {
    const began = performance.now();
    workers.mail.delayMs = 2;
    const brokerageId = await openBrokerage(workers.anyone(), "alert-proof.test", adminKey);
    const config = { ...readConfig({ LOG_LEVEL: "silent" }), dataDir: "" };
    const { database } = workers;
    const services = createServices({ config, secrets: testSecrets, database, log: createLog("silent") });
    const ctx = ownContext(services, "proof");
    for (let round = 0; round < kills; round++) {
      const city = `Town ${round}`;
      await saveSearches(workers, brokerageId, city);
      const listings = Array.from({ length: LISTINGS_A_ROUND }, (_, nth) =>
        normaliseReso(home({ ListingId: `L-${round}-${nth}`, City: city }), nth + 1),
      );
      await importRecords(ctx, Readable.from([listings]), { source: "alert proof" });
      await workers.killOneDuring(SWEEP, 700);
    }
    const reported = kills * CLIENTS_A_ROUND * LISTINGS_A_ROUND;
    await allReported(workers);
    const repeated = await expectEachOnce(workers, { reported, kills });
    services.mailer.close();
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    return (
      `${kills} kills of ${WORKERS} servers while ${reported} events were reported, ${seconds} s: none missing, none twice by ` +
      `Message-ID; ${repeated} raw repeats`
    );
  });
}

/** New clients with an instant search for a city. */
async function saveSearches({ database: { db } }: Workers, brokerageId: number, city: string): Promise<void> {
  await sql`
    with arrived as (
      insert into clients (brokerage_id, email, created_at)
      select ${brokerageId}, gen_random_uuid() || '@visitors.test', now()
      from generate_series(1, ${CLIENTS_A_ROUND})
      returning id
    )
    insert into saved_searches (brokerage_id, client_id, given_filters, criteria, frequency, channels, events, matching_since,
      matching_after, created_at, updated_at)
    select ${brokerageId}, id, ${JSON.stringify({ city: [city] })}::jsonb, '{"filters": {"state": "any"}}', 'instant', '{email}', '{new}',
      now(), 0, now(), now()
    from arrived`.execute(db);
}

/** Claims of killed processes last some minutes: that time is made to pass for them. */
async function allReported({ database: { db }, all }: Workers): Promise<void> {
  const end = performance.now() + 10 * 60_000;
  for (;;) {
    await sql`
      update messages
      set claimed_until = now()
      where state = 'sending'
        and claimed_until < now() + make_interval(secs => ${(LEASE_MS - SENT_WITHIN_MS) / 1000})`.execute(db);
    await Promise.all(all().map((server) => ask(server, SWEEP)));
    const { rows } = await sql<{ open: number }>`
      select (select count(*) from search_events where pending)::integer
        + (select count(*) from messages where state in ('waiting', 'sending'))::integer as open`.execute(db);
    if (rows[0]?.open === 0) return;
    if (performance.now() > end) throw new Error(`${rows[0]?.open} events and mails are still open`);
    await delay(1000);
  }
}

/** How many mails arrived more than once. */
async function expectEachOnce(
  workers: Workers,
  { reported, kills }: { reported: number; kills: number },
): Promise<number> {
  const { rows } = await sql<{ reference: string }>`
    delete from messages where state <> 'sent' returning reference`.execute(workers.database.db);
  if (rows.length > 0) throw new Error(`${rows.length} alerts were dropped`);
  const { repeated } = await expectArrived(workers, kills);
  const arrived = await Promise.all(workers.mail.arrived.map(({ raw }) => PostalMime.parse(raw)));
  const mails = new Map(arrived.map((mail) => [mail.messageId, mail]));
  const homes = [...mails.values()].flatMap(({ to, text }) =>
    [...(text ?? "").matchAll(/\/api\/properties\/([^?\s]+)\?/g)].map(
      (link) => `${to?.[0]?.address} ${link[1]}`,
    ),
  );
  if (new Set(homes).size !== homes.length) throw new Error("A client was reported a listing twice");
  if (homes.length !== reported) throw new Error(`${homes.length} of ${reported} events were reported`);
  return repeated;
}
