import { sql } from "kysely";
import { expect, it } from "vitest";
import { takeEvents } from "../src/event-outbox/index.ts";
import { announcedListings, newestListingRevision } from "../src/listings/index.ts";
import type { Context } from "../src/platform/context.ts";
import { claimDeliveries } from "../src/webhooks/delivery/claim-deliveries.sql.ts";
import { dueEndpoints } from "../src/webhooks/delivery/due-endpoints.sql.ts";
import { nextDue } from "../src/webhooks/delivery/next-due.sql.ts";
import { pruneDeliveries } from "../src/webhooks/delivery/prune-deliveries.ts";
import { storeAttempts } from "../src/webhooks/delivery/store-attempts.sql.ts";
import { fillListings } from "./harness/fill-for-plans.ts";
import { describePlans, type PlanWatch } from "./harness/plan-watch.ts";
import type { TestApp } from "./harness/test-app.ts";

const NOW = new Date("2026-06-15T12:00:00Z");

/** A month of 5,000 webhooks, one of which has not answered for a day; and 20,000 listings. */
async function fill({ database: { db } }: TestApp): Promise<void> {
  await fillListings(db, 20_000);
  await sql`insert into sources (name) select 'source ' || n from generate_series(1, 5000) n`.execute(db);
  await sql`
    insert into webhook_endpoints (url, events, sealed_secret, created_by, created_at, updated_at)
    select 'https://hooks.test/' || n, '{lead.created}', 'sealed', 'plans', ${NOW}, ${NOW}
    from generate_series(1, 5000) n`.execute(db);
  await sql`
    insert into webhook_deliveries
      (endpoint_id, message_id, event, subject, payload, rank, status, next_attempt_at, created_at)
    select case when n <= 110000 then 1 + n % 5000 else 7 end, n, 'lead.created', 'lead:' || n / 7, '{"data": {"email": "' || n || '@plans.test"}}',
      n % 2, case when n <= 109000 then 'delivered' else 'pending' end,
      case when n > 109000 then ${NOW}::timestamptz - n * interval '1 second' end,
      ${NOW}::timestamptz - (120000 - n) * interval '20 seconds'
    from generate_series(1, 120000) n`.execute(db);
  await sql`
    insert into event_outbox (event, subject, data, occurred_at)
    select 'lead.created', 'lead:' || n, '{}', ${NOW} from generate_series(1, 20000) n`.execute(db);
}

describePlans("the plan of every hot query of webhooks", fill, (watch) => {
  const claim = { now: NOW, until: NOW, limit: 24 };
  const ended = { at: NOW, endedAt: NOW, status: 204, failure: null };
  const claimed = { claimed_until: NOW, attempts: 0 };

  it.each<[string, (db: PlanWatch["db"]) => Promise<unknown>, string[]]>([
    ["takeEvents", (db) => takeEvents(db, 500, new Date()), ["event_outbox_held", "event_outbox_pkey"]],
    [
      "claimDeliveries",
      (db) => claimDeliveries(db, { ...claim, endpointId: 3 }),
      [
        "webhook_deliveries_due",
        "webhook_deliveries_pkey",
        "webhook_deliveries_waiting",
        "webhook_endpoints_pkey",
      ],
    ],
    [
      "claimDeliveries of one that has not answered for long",
      (db) => claimDeliveries(db, { ...claim, endpointId: 7 }),
      [
        "webhook_deliveries_due",
        "webhook_deliveries_pkey",
        "webhook_deliveries_waiting",
        "webhook_endpoints_pkey",
      ],
    ],
    [
      "storeAttempts",
      (db) => storeAttempts(db, [{ ...ended, retryAt: null, delivery: { ...claimed, id: 5 } as never }]),
      ["webhook_deliveries_pkey"],
    ],
    [
      "pruneDeliveries",
      (db) =>
        pruneDeliveries({ db, clock: { now: () => NOW }, signal: new AbortController().signal } as Context),
      ["webhook_deliveries_created", "webhook_deliveries_pkey", "webhook_endpoints_pkey"],
    ],
    [
      "announcedListings",
      (db) => announcedListings(db, { revision: 19_900, since: NOW, limit: 300 }),
      ["listing_tombstones_revision", "listings_revision", "sources_pkey"],
    ],
    ["newestListingRevision", newestListingRevision, ["listing_tombstones_revision", "listings_revision"]],
  ])("%s reads no table whole", async (_name, query, indexes) => {
    expect(await watch.planOf(query)).toEqual({ indexes, tableScans: [] });
  });

  it.each<[string, (db: PlanWatch["db"]) => Promise<unknown>]>([
    ["dueEndpoints", (db) => dueEndpoints(db, { now: NOW, except: [1, 2] })],
    ["nextDue", (db) => nextDue(db, NOW)],
  ])("%s looks at the first entries of each webhook, and at no others", async (_name, query) => {
    const { indexes, tableScans } = await watch.planOf(query);
    expect(indexes).toContain("webhook_deliveries_due");
    expect(tableScans).not.toContain("webhook_deliveries");
  });
});
