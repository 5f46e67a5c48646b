import { sql } from "kysely";
import { alertMessageCounts } from "../../messages/index.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { pruneConfirmations } from "../confirmation/search-confirmations.ts";
import { RELISTED_MS } from "../matching/known-homes.ts";
import { pruneGoneListings } from "../matching/stored-states.ts";
import { clientsWithSurplus, deleteSurplusEvents } from "./delete-surplus-events.sql.ts";
import { finishAlerts } from "./finish-alerts.sql.ts";
import { overdueMails } from "./unsent-alerts.sql.ts";

const DAY_MS = 86_400_000;
/** How long clicks in an alert count. */
const ALERTS_MS = 180 * DAY_MS;
/** How long is known since when a listing matches a search. */
const EVENTS_MS = 90 * DAY_MS;
const BATCH = 5000;

/** Deletes what alerts have left behind, the many rows of events and alerts batch by batch. */
export async function pruneAlerts(ctx: Context): Promise<void> {
  const now = ctx.clock.now().getTime();
  await endUnsendable(ctx);
  await pruneConfirmations(ctx);
  await pruneGoneListings(ctx.db, new Date(now - RELISTED_MS));
  await repeat(ctx, () => deleteEvents(ctx, new Date(now - EVENTS_MS)));
  for (const clientId of await clientsWithSurplus(ctx.db)) await deleteSurplusEvents(ctx.db, [clientId]);
  await repeat(ctx, () => deleteAlerts(ctx, new Date(now - ALERTS_MS)));
}

/** Ends mails whose row of the ledger is gone, such as with a lead: their events would wait for ever. */
async function endUnsendable(ctx: Context): Promise<void> {
  const at = ctx.clock.now();
  const overdue = await overdueMails(ctx.db, new Date(at.getTime() - DAY_MS));
  const counts = await alertMessageCounts(ctx.db, overdue);
  const ids = overdue.filter((id) => {
    const { waiting = 0, sending = 0 } = counts.get(id) ?? {};
    return waiting + sending === 0;
  });
  await inTransaction(ctx, ({ db }) => finishAlerts(db, { ids, state: "dropped", at }));
}

async function repeat({ signal }: Context, remove: () => Promise<number>): Promise<void> {
  while (!signal.aborted) if ((await remove()) < BATCH) return;
}

/** Index: search_events_occurred. */
async function deleteEvents({ db }: Context, before: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from search_events
    where id in (
      select id
      from search_events
      where occurred_at < ${before}
        and not pending
      order by occurred_at
      limit ${BATCH}
    )`.execute(db);
  return Number(numAffectedRows);
}

/** Index: search_alerts_finished. */
async function deleteAlerts({ db }: Context, before: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from search_alerts
    where id in (
      select id
      from search_alerts
      where finished_at < ${before}
      order by finished_at
      limit ${BATCH}
    )`.execute(db);
  return Number(numAffectedRows);
}
