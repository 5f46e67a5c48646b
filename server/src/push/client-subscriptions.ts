import { sql } from "kysely";
import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import { normalizedEndpoint, parseBrowserSubscription } from "./browser-subscription.ts";
import type { PushSubscriptionBody, PushSubscriptionReply } from "./push.schemas.ts";
import type { PushSubscriber } from "./push-subscribers.ts";

/** Of one client. */
const MAX_SUBSCRIPTIONS = 10;

/**
 * Subscribes a browser to a client's alerts, or renews its subscription (search.md, D57). The transaction must hold the client's lock
 * (`lockPerson`). Beyond the limit, the browser that has been silent longest goes.
 *
 * @throws AppError 409 without a VAPID key pair; 422 as for browsers of staff.
 */
export async function subscribeClient(
  { config, outbound, db, clock }: Context,
  { clientId, brokerageId }: { clientId: number; brokerageId: number },
  input: PushSubscriptionBody,
): Promise<PushSubscriptionReply> {
  if (config.push === null) throw new AppError("conflict", "Browser push is not set up here");
  const browser = parseBrowserSubscription(outbound, input);
  const now = clock.now();
  const { rows } = await sql<PushSubscriptionReply>`
    insert into push_subscriptions (client_id, role, brokerage_id, name, endpoint, p256dh, auth, created_at, renewed_at)
    values (${clientId}, 'client', ${brokerageId}, 'a browser of the client', ${browser.endpoint}, ${browser.p256dh},
      ${browser.auth}, ${now}, ${now})
    on conflict (client_id, endpoint) where client_id is not null do update
    set
      p256dh = excluded.p256dh,
      auth = excluded.auth,
      failures = 0,
      retry_at = null,
      renewed_at = excluded.renewed_at
    returning id, created_at`.execute(db);
  await sql`
    delete from push_subscriptions
    where id in (
      select id
      from push_subscriptions
      where client_id = ${clientId}
      order by renewed_at desc, id desc
      offset ${MAX_SUBSCRIPTIONS}
    )`.execute(db);
  return rows[0] as PushSubscriptionReply;
}

/** Ends the subscription of a client's browser. @throws AppError 404 `Push subscription not found`. */
export async function unsubscribeClient(db: Db, clientId: number, endpoint: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom("push_subscriptions")
    .where("client_id", "=", clientId)
    .where("endpoint", "=", normalizedEndpoint(endpoint))
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw new AppError("not_found", "Push subscription not found");
}

/** The browsers of clients; none without a VAPID key pair. Index: push_subscriptions_client. Expected: a few of each client. */
export async function clientSubscribers(
  { db, config }: Pick<Context, "db" | "config">,
  clientIds: readonly number[],
): Promise<Map<number, PushSubscriber[]>> {
  if (config.push === null || clientIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("push_subscriptions")
    .select(["id", "name", "client_id"])
    .where("client_id", "in", [...new Set(clientIds)])
    .orderBy("id")
    .execute();
  return Map.groupBy(rows, ({ client_id }) => client_id as number);
}
