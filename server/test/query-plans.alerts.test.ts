import { sql } from "kysely";
import { expect, it } from "vitest";
import { clientsWithFavorites } from "../src/favorites/index.ts";
import { alertMessageCounts, claimAlertMessages } from "../src/messages/index.ts";
import type { Db } from "../src/platform/database/database.ts";
import { openAlerts } from "../src/saved-searches/alerts/alert-rows.sql.ts";
import { alertEvents } from "../src/saved-searches/alerts/compose/alert-events.sql.ts";
import { dueAlerts, instantTimes, sendingAlerts } from "../src/saved-searches/alerts/due-alerts.sql.ts";
import { pendingCounts } from "../src/saved-searches/alerts/event-counts.sql.ts";
import { dropEmptyAlerts, waitingEvents } from "../src/saved-searches/alerts/move-events.sql.ts";
import { pendingDrops } from "../src/saved-searches/alerts/pending-drops.sql.ts";
import { duePushes, overdueMails, stillOpen } from "../src/saved-searches/alerts/unsent-alerts.sql.ts";
import { searchesChangedAfter } from "../src/saved-searches/index-of-searches/searches-changed-after.sql.ts";
import { cancelDrops, clientsAwaitingDrops } from "../src/saved-searches/matching/cancel-drops.sql.ts";
import { KnownHomes } from "../src/saved-searches/matching/known-homes.ts";
import { storedListings } from "../src/saved-searches/matching/stored-states.ts";
import { newMatches } from "../src/saved-searches/searches/new-matches.ts";
import { searchesOfClient } from "../src/saved-searches/searches/saved-search-row.ts";
import { clientContacts, clientsUnansweredSince } from "../src/visitors/index.ts";
import { describePlans } from "./harness/plan-watch.ts";
import type { TestApp } from "./harness/test-app.ts";

const NOW = new Date("2026-06-15T12:00:00Z");
const EARLIER = new Date("2026-05-15T12:00:00Z");

/** 10,000 clients with 30,000 searches, 100,000 events and 40,000 alerts, most of them of the past. */
async function fill(lintel: TestApp): Promise<void> {
  const { db } = lintel.database;
  const { id } = await lintel.createTenant("plans");
  await sql`
    insert into clients (brokerage_id, email, created_at)
    select ${id}, 'c' || n || '@plans.test', now() from generate_series(1, 10000) n`.execute(db);
  await sql`
    insert into client_activity (client_id, unanswered_since)
    select n, case when n % 50 = 0 then ${NOW}::timestamptz - n * interval '1 minute' end from generate_series(1, 10000) n`.execute(
    db,
  );
  await sql`insert into alert_recipients (client_id) select n from generate_series(1, 10000) n`.execute(db);
  await sql`
    insert into saved_searches (brokerage_id, client_id, given_filters, criteria, frequency, channels, events, matching_since,
      matching_after, created_at, updated_at)
    select ${id}, n, '{"city": ["Boise"]}', '{"filters": {"state": "any"}}', 'daily', '{email}', '{new}', now(), 0, now(), now()
    from generate_series(1, 10000) n, generate_series(1, 3)`.execute(db);
  await sql`
    insert into search_alerts (brokerage_id, client_id, channel, cadence, due_at, state, ref, created_at, finished_at)
    select ${id}, n, 'email', 'scheduled', ${NOW}, case when each = 1 and n % 10 = 0 then 'open' else 'sent' end, n || ' ' || each, now(),
      case when each = 1 and n % 10 = 0 then null else ${NOW}::timestamptz - each * interval '1 day' end
    from generate_series(1, 10000) n, generate_series(1, 4) each`.execute(db);
  await sql`
    insert into search_events (client_id, listing_id, revision, kinds, search_ids, of_favorite, new_for, status, part, occurred_at,
      ready_at, email_alert_id, pending)
    select n, 1 + (n * 7 + each) % 50000, each, '{new}', '{1}', false, '{1}', 'Active', 'at_once', ${NOW}::timestamptz - each * interval '1 day', now(),
      1 + (n * 4 + each) % 40000, each = 1 and n % 10 = 0
    from generate_series(1, 10000) n, generate_series(1, 10) each`.execute(db);
  await sql`
    insert into listing_states (listing_id, source_id, state, id_key, parcel_key, address_key, is_listed)
    select n, 1, '[]', 'i' || n, 'p' || n, 'a' || n, true from generate_series(1, 50000) n`.execute(db);
  await sql`
    insert into client_favorites (client_id, listing_id, created_at)
    select n, 'id-' || (n * 3 + each) % 5000, now() from generate_series(1, 10000) n, generate_series(1, 5) each`.execute(
    db,
  );
  await sql`
    insert into messages (brokerage_id, alert_id, kind, channel, recipient, occasion, reference, state, due_at, created_at, content)
    select ${id}, case when n % 20 = 0 then n end, case when n % 20 = 0 then 'search_alert' else 'welcome' end, 'email', 'c', 'o' || n, 'r' || n,
      case when n % 100 = 0 then 'waiting' else 'sent' end, ${NOW}, now(), '{}'
    from generate_series(1, 30000) n`.execute(db);
}

describePlans("the plan of every hot query of alerts", fill, (watch) => {
  const plans: [string, (db: Db) => Promise<unknown>, string[]][] = [
    ["searchesChangedAfter", (db) => searchesChangedAfter(db, 29_990, 500), ["saved_searches_revision"]],
    ["storedListings", (db) => storedListings(db, [7, 8]), ["listing_states_pkey"]],
    [
      "KnownHomes.read",
      (db) => KnownHomes.read(db, [{ id_key: "i7", parcel_key: "p7", address_key: "a7" }]),
      ["listing_states_address", "listing_states_id_key", "listing_states_parcel"],
    ],
    ["clientsWithFavorites", (db) => clientsWithFavorites(db, ["id-7"]), ["client_favorites_listing"]],
    ["clientsAwaitingDrops", (db) => clientsAwaitingDrops(db, [7]), ["search_events_pending"]],
    ["cancelDrops", (db) => cancelDrops(db, new Map([[7, 400_000]])), ["search_events_pending"]],
    ["clientContacts", (db) => clientContacts(db, [7, 8]), ["client_activity_pkey", "clients_pkey"]],
    ["openAlerts", (db) => openAlerts(db, [7, 8], EARLIER), ["search_alerts_client"]],
    ["pendingDrops", (db) => pendingDrops(db, [7]), ["search_alerts_pkey", "search_events_pending"]],
    ["pendingCounts", (db) => pendingCounts(db, [7], 500), ["search_events_pending_client"]],
    [
      "waitingEvents",
      (db) => waitingEvents(db, 10, NOW),
      ["search_alerts_pkey", "search_events_pending_client"],
    ],
    [
      "claimAlertMessages",
      (db) => claimAlertMessages(db, "email", { now: NOW, until: NOW, limit: 50 }),
      ["messages_due_alerts", "messages_pkey"],
    ],
    ["duePushes", (db) => duePushes(db, NOW), ["search_alerts_due"]],
    ["overdueMails", (db) => overdueMails(db, EARLIER), ["search_alerts_due"]],
    ["stillOpen", (db) => stillOpen(db, [7, 8]), ["search_alerts_pkey"]],
    ["alertMessageCounts", (db) => alertMessageCounts(db, [7, 8]), ["messages_alert"]],
    ["dueAlerts", (db) => dueAlerts(db, [7, 8]), ["search_alerts_pkey"]],
    ["sendingAlerts", (db) => sendingAlerts(db), ["search_alerts_sending"]],
    ["instantTimes", (db) => instantTimes(db, [7], { now: NOW, after: EARLIER }), ["search_alerts_client"]],
    ["alertEvents", (db) => alertEvents(db, "email", [7, 8]), ["search_events_email_alert"]],
    ["newMatches", (db) => newMatches(db, 7, EARLIER), ["search_events_once"]],
    ["searchesOfClient", (db) => searchesOfClient(db, 7), ["saved_searches_client"]],
    [
      "clientsUnansweredSince",
      (db) => clientsUnansweredSince(db, new Date(NOW.getTime() - 86_400_000 * 5), 100),
      ["client_activity_unanswered"],
    ],
    [
      "dropEmptyAlerts",
      (db) => dropEmptyAlerts(db, 7, NOW),
      ["search_alerts_client", "search_events_email_alert", "search_events_push_alert"],
    ],
  ];
  it.each(plans)("%s goes by its index", async (_name, run, indexes) => {
    const plan = await watch.planOf(run);
    expect([plan.indexes, plan.tableScans]).toEqual([indexes, []]);
  });
});
