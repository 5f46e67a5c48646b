import { sql } from "kysely";
import { expect, it } from "vitest";
import { createLink, pruneMagicLinks, requireUsableLink } from "../src/favorites/links/magic-links.ts";
import { takeCodeTry } from "../src/favorites/links/take-code-try.sql.ts";
import { readFavorites } from "../src/favorites/list-favorites.ts";
import { mergeFavorites } from "../src/favorites/merge-favorites.sql.ts";
import {
  endClientSession,
  endOldestSessions,
  pruneClientSessions,
  sessionOwner,
} from "../src/favorites/sessions/client-sessions.ts";
import { eraseRepliesOfSession } from "../src/idempotency/index.ts";
import { recordSignals } from "../src/leads/engagement/temperature/record-signal.ts";
import { leadsToWarm } from "../src/leads/engagement/temperature/warm-leads.ts";
import { listingFacts } from "../src/listings/index.ts";
import type { Context, TenantContext } from "../src/platform/context.ts";
import { ensureClient, findClientId } from "../src/visitors/clients.ts";
import { signalsOfSessions } from "../src/visitors/events/signals.ts";
import { storeEvents } from "../src/visitors/events/store-events.sql.ts";
import { storeTraits } from "../src/visitors/events/store-traits.sql.ts";
import { deleteInactiveSessions } from "../src/visitors/sessions/delete-inactive-sessions.ts";
import { eraseVisits } from "../src/visitors/sessions/person-visits.ts";
import { lockSessionsOfLead } from "../src/visitors/sessions/session-links.ts";
import { findSession } from "../src/visitors/sessions/session-row.ts";
import { sessionsOfClients } from "../src/visitors/sessions/sessions-of-clients.sql.ts";
import { fillListings } from "./harness/fill-for-plans.ts";
import { describePlans } from "./harness/plan-watch.ts";
import type { TestApp } from "./harness/test-app.ts";

const SESSION = "00000000-0000-4000-8000-000000000077";
const EMAIL = "v77@plans.test";

let brokerageId: number;

/** A busy website's visitors: 20,000 sessions with 200,000 events, and as many people as sessions. */
async function fill(lintel: TestApp): Promise<void> {
  const { db } = lintel.database;
  ({ id: brokerageId } = await lintel.createTenant("plans"));
  await fillListings(db, 20_000);
  const session = "('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid";
  await sql`
      insert into clients (brokerage_id, email, created_at)
      select ${brokerageId}, 'v' || n || '@plans.test', now() from generate_series(1, 20000) n`.execute(db);
  await sql`
      insert into leads (brokerage_id, source, first_name, last_name, email, subject, message, pipeline_type, stage,
        stage_entered_at, status, last_contact, created_at, updated_at)
      select ${brokerageId}, 'import', '', '', 'v' || n || '@plans.test', '', '', 'buyer', 'NEW', now(), 'new', now(), now(), now()
      from generate_series(1, 20000) n`.execute(db);
  await sql`
      insert into visitor_sessions (id, brokerage_id, client_id, lead_id, created_at, last_activity_at)
      select ${sql.raw(session)}, ${brokerageId}, case when n % 2 = 0 then n end, case when n % 3 = 0 then n end, now(),
        now() - n * interval '2 minutes'
      from generate_series(1, 20000) n`.execute(db);
  await sql`
      insert into visitor_events (session_id, id, type, occurred_at, data)
      select ${sql.raw(session)}, event::text, 'search_query', now(), '{"query": "a garden"}'
      from generate_series(1, 20000) n, generate_series(1, 10) event`.execute(db);
  await sql`
      insert into visitor_listings (session_id, listing_id, traits)
      select ${sql.raw(session)}, 'id-' || listing, '{}'
      from generate_series(1, 20000) n, generate_series(1, 5) listing`.execute(db);
  await sql`
      insert into visitor_preferences (session_id, type, key, value, verdict, source, said_at)
      select ${sql.raw(session)}, 'bedrooms', 'bedrooms', '{}', 'added', 'user_added', now()
      from generate_series(1, 20000) n`.execute(db);
  await sql`
      insert into client_favorites (client_id, listing_id, created_at)
      select n, 'id-' || listing, now() from generate_series(1, 20000) n, generate_series(1, 5) listing`.execute(
    db,
  );
  await sql`
      insert into magic_links (brokerage_id, email, token_hash, code_hash, request_id, created_at, expires_at)
      select ${brokerageId}, 'v' || n || '@plans.test', sha256(n::text::bytea), sha256(n::text::bytea),
        case when n % 2 = 0 then ${sql.raw(session)} end, now(), now() + n * interval '1 second'
      from generate_series(1, 20000) n`.execute(db);
  await sql`
      insert into client_sessions (brokerage_id, client_id, token_hash, created_at, expires_at)
      select ${brokerageId}, n, sha256(n::text::bytea), now(), now() + n * interval '1 hour'
      from generate_series(1, 20000) n`.execute(db);
  await sql`
      insert into lead_signals (lead_id, kind, occurred_at, origin)
      select n, 'search', now(), 'event:' || nth from generate_series(1, 20000) n, generate_series(1, 5) nth`.execute(
    db,
  );
  await sql`
      insert into idempotency_keys (scope, fingerprint, claim, claimed_at, created_at, body, session_id)
      select sha256(n::text::bytea), '', gen_random_uuid(), now(), now(), '', ${sql.raw(session)}
      from generate_series(1, 20000) n`.execute(db);
}

describePlans("the plan of every hot query of visitors", fill, (watch) => {
  /** The context of a request on the brokerage's domain. */
  const ctxOn = (db: Context["db"]): TenantContext => ({
    ...watch.lintel.ctx,
    db,
    sessionId: SESSION,
    tenant: {
      brokerageId,
      sourceIds: null,
      state: null,
      domain: "plans.test",
      domains: ["plans.test"],
      revision: "",
    },
  });
  const event = { id: "new", type: "search_query", query: "garden", occurredAt: new Date() } as const;

  const plans: [string, (ctx: TenantContext) => Promise<unknown>, string[]][] = [
    [
      "findSession",
      (ctx) => findSession(ctx, { sessionId: SESSION, brokerageId }),
      ["visitor_preferences_pkey", "visitor_sessions_pkey"],
    ],
    ["storeEvents", ({ db }) => storeEvents(db, SESSION, [event]), ["visitor_events_pkey"]],
    ["storeTraits", ({ db }) => storeTraits(db, SESSION, new Map()), ["visitor_listings_pkey"]],
    [
      "listingFacts",
      ({ db }) =>
        listingFacts(
          db,
          new Map([
            ["id-7", null],
            ["id-8", 5],
          ]),
          null,
        ),
      ["listings_listing_id_key"],
    ],
    ["signalsOfSessions", (ctx) => signalsOfSessions(ctx, [SESSION]), ["visitor_events_pkey"]],
    [
      "sessionsOfClients",
      ({ db }) => sessionsOfClients(db, [{ brokerageId, email: EMAIL }]),
      ["clients_email", "visitor_sessions_client"],
    ],
    [
      "forgetSessions",
      (ctx) => deleteInactiveSessions(ctx),
      ["visitor_sessions_pkey", "visitor_sessions_quiet"],
    ],
    ["holdSessionsOfLead", (ctx) => lockSessionsOfLead(ctx, 77), ["visitor_sessions_lead"]],
    [
      "eraseVisits",
      (ctx) => eraseVisits(ctx, { brokerageId, email: EMAIL, leadIds: [77] }),
      ["clients_email", "visitor_sessions_client", "visitor_sessions_lead", "visitor_sessions_pkey"],
    ],
    ["eraseRepliesOfSession", (ctx) => eraseRepliesOfSession(ctx, SESSION), ["idempotency_keys_session"]],
    ["clientOf", (ctx) => findClientId(ctx, { brokerageId, email: EMAIL }), ["clients_email"]],
    ["ensureClient", (ctx) => ensureClient(ctx, { brokerageId, email: EMAIL }), []],
    [
      "recordSignals",
      (ctx) =>
        recordSignals(ctx, { id: 77, heat: null, last_signal_at: null }, [
          { kind: "search", occurredAt: new Date(), origin: "event:1" },
        ]),
      [],
    ],
    ["the pending links of an email", (ctx) => createLink(ctx, EMAIL), ["magic_links_email"]],
    [
      "the link of a token",
      (ctx) => requireUsableLink(ctx, "x").catch(() => {}),
      ["magic_links_token_hash_key"],
    ],
    [
      "takeCodeTry of a request",
      ({ db }) => takeCodeTry(db, { brokerageId, of: { requestId: SESSION }, now: new Date() }),
      ["magic_links_pkey", "magic_links_request"],
    ],
    [
      "takeCodeTry of an email",
      ({ db }) => takeCodeTry(db, { brokerageId, of: { email: EMAIL }, now: new Date() }),
      ["magic_links_email", "magic_links_pkey"],
    ],
    ["sessionOwner", (ctx) => sessionOwner(ctx, "x"), ["client_sessions_token_hash_key"]],
    ["endClientSession", (ctx) => endClientSession(ctx, "x"), ["client_sessions_token_hash_key"]],
    [
      "endOldestSessions",
      (ctx) => endOldestSessions(ctx, 77),
      ["client_sessions_client", "client_sessions_pkey"],
    ],
    ["pruneClientSessions", (ctx) => pruneClientSessions(ctx), ["client_sessions_expired"]],
    ["pruneMagicLinks", (ctx) => pruneMagicLinks(ctx), ["magic_links_expired"]],
    [
      "mergeFavorites",
      ({ db }) => mergeFavorites(db, { clientId: 77, favorites: ["id-1", "new"], now: new Date() }),
      ["client_favorites_pkey"],
    ],
    ["favoritesOf", (ctx) => readFavorites(ctx, 77), ["client_favorites_pkey"]],
  ];
  it.each(plans)("%s goes by its index", async (_name, run, indexes) => {
    const plan = await watch.planOf((db) => run(ctxOn(db)));
    expect([plan.indexes, plan.tableScans]).toEqual([indexes, []]);
  });

  it("the leads that a visitor warms up are found by their email, and the session's own by its id", async () => {
    const plan = await watch.planOf((db) =>
      leadsToWarm(db, { brokerageId, email: EMAIL, leadId: 3 }).execute(),
    );
    expect(plan.indexes).toEqual(["leads_email", "leads_pkey"]);
    expect(plan.tableScans).toEqual([]);
  });
});
