import { sql } from "kysely";
import type { Context } from "../platform/context.ts";
import { type DataSubject, isAddress } from "../platform/data-subject.ts";
import { findClientId } from "../visitors/index.ts";

/**
 * Deletes a person's searches with all that is known of their alerts, and the confirmations that wait for them (search.md, D56). The
 * client must be locked (`lockClientToErase`), so that nothing is added meanwhile.
 *
 * @returns how many searches and confirmations.
 */
export async function eraseSearches(ctx: Context, person: DataSubject): Promise<number> {
  const { db } = ctx;
  const { numDeletedRows: confirmations } = await db
    .deleteFrom("search_confirmations")
    .where("brokerage_id", "=", person.brokerageId)
    .where(isAddress(sql.ref("email"), person.email))
    .executeTakeFirstOrThrow();
  const clientId = await findClientId(ctx, person);
  if (clientId === null) return Number(confirmations);
  await db.deleteFrom("search_events").where("client_id", "=", clientId).execute();
  await db.deleteFrom("search_alerts").where("client_id", "=", clientId).execute();
  await db.deleteFrom("alert_recipients").where("client_id", "=", clientId).execute();
  const { numDeletedRows: searches } = await db
    .deleteFrom("saved_searches")
    .where("client_id", "=", clientId)
    .executeTakeFirstOrThrow();
  return Number(confirmations + searches);
}

/** A person's searches, oldest first, and those that wait for a confirmation, without their tokens. */
export async function exportSearches(ctx: Context, person: DataSubject): Promise<object[]> {
  const { db } = ctx;
  const pending = await db
    .selectFrom("search_confirmations")
    .select(["email", "search", "created_at", "expires_at", "used_at"])
    .where("brokerage_id", "=", person.brokerageId)
    .where(isAddress(sql.ref("email"), person.email))
    .orderBy("id")
    .execute();
  const clientId = await findClientId(ctx, person);
  if (clientId === null) return pending;
  const searches = await db
    .selectFrom("saved_searches")
    .select([
      "name",
      "given_filters as filters",
      "query",
      "interpreted",
      "frequency",
      "channels",
      "events",
      "status",
      "made_by",
    ])
    .select(["last_seen_at", "created_at", "updated_at"])
    .where("client_id", "=", clientId)
    .orderBy("id")
    .execute();
  return [...pending, ...searches];
}

/** How a person hears of their searches and favorites, where they have changed it. */
export async function exportAlertSettings(ctx: Context, person: DataSubject): Promise<object[]> {
  const clientId = await findClientId(ctx, person);
  if (clientId === null) return [];
  return ctx.db
    .selectFrom("alert_recipients")
    .select(["time_zone", "favorites_frequency", "favorites_channels", "favorites_status"])
    .where("client_id", "=", clientId)
    .execute();
}
