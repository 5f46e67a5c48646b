import { sql } from "kysely";
import { type AlertMessageCounts, alertMessageCounts, setMessageLead } from "../../messages/index.ts";
import type { Context } from "../../platform/context.ts";
import { type Db, inTransaction } from "../../platform/database/database.ts";
import { noteClientsAlerted } from "../../visitors/index.ts";
import type { ComposedAlert } from "./compose/composing.ts";
import type { DueAlert } from "./due-alerts.sql.ts";
import { finishAlerts } from "./finish-alerts.sql.ts";

/** An alert that was sent, with what it has told, where that is known. */
export type SentAlert = Pick<DueAlert, "id" | "clientId" | "channel"> & {
  content?: { messageId: number; composed: ComposedAlert };
};

/**
 * Records sent alerts: what they have reported is not reported again; their clients have an unanswered alert (search.md, D50); notes of a
 * mail are not repeated; the mails are shown with the person's latest lead, where that has come since.
 */
export async function markSent(ctx: Context, sent: readonly SentAlert[]): Promise<void> {
  await inTransaction(ctx, async ({ db, clock }) => {
    const now = clock.now();
    await finishAlerts(db, { ids: sent.map(({ id }) => id), state: "sent", at: now });
    const firsts = await noteClientsAlerted(db, [...new Set(sent.map(({ clientId }) => clientId))], now);
    await setWeeklyAnnounced(db, firsts, false);
    const mails = sent.filter(({ channel }) => channel === "email");
    const announcing = mails.filter(({ content }) => content?.composed.announcesWeekly);
    await setWeeklyAnnounced(
      db,
      announcing.map(({ clientId }) => clientId),
      true,
    );
    const introduced = mails.flatMap(({ content }) => content?.composed.introduces ?? []);
    if (introduced.length > 0)
      await db
        .updateTable("saved_searches")
        .set({ introduced_at: now })
        .where("id", "in", introduced)
        .execute();
    for (const { content } of mails) {
      const lead = content?.composed.person.lead;
      if (content && lead) await setMessageLead(db, content.messageId, lead.id);
    }
  });
}

async function setWeeklyAnnounced(db: Db, clientIds: readonly number[], isAnnounced: boolean): Promise<void> {
  if (clientIds.length === 0) return;
  await db
    .updateTable("alert_recipients")
    .set({ weekly_announced: isAnnounced })
    .where("client_id", "in", clientIds)
    .where("weekly_announced", "<>", isAnnounced)
    .execute();
}

/** The alert will not be sent, and what it would have told is not told. */
export async function markDropped(ctx: Context, { id }: Pick<DueAlert, "id">): Promise<void> {
  await inTransaction(ctx, ({ db, clock }) =>
    finishAlerts(db, { ids: [id], state: "dropped", at: clock.now() }),
  );
}

/**
 * Settles alerts by what has become of their messages. A push has one for each browser, and ends with the last of them. A mail that was
 * not sent will be.
 */
export async function settleByMessages(
  ctx: Context,
  alerts: readonly Pick<DueAlert, "id" | "clientId" | "channel">[],
): Promise<void> {
  const none: AlertMessageCounts = { waiting: 0, sending: 0, sent: 0 };
  const counts = await alertMessageCounts(
    ctx.db,
    alerts.map(({ id }) => id),
  );
  for (const alert of alerts) {
    const { waiting, sending, sent } = counts.get(alert.id) ?? none;
    if (sending > 0) continue;
    if (waiting === 0) await (sent > 0 ? markSent(ctx, [alert]) : markDropped(ctx, alert));
    else if (alert.channel === "email") await reopen(ctx, alert.id);
  }
}

/** The mail was not sent, and will be tried again: until then further events join it. */
export async function reopen({ db }: Context, id: number): Promise<void> {
  await sql`
    update search_alerts
    set state = 'open'
    where id = ${id}
      and state = 'sending'`.execute(db);
}
