import type { LeadSettings } from "../../../lead-settings/index.ts";
import { notify } from "../../../messages/index.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction } from "../../../platform/database/database.ts";
import type { LeadRow } from "../../lead-row.ts";
import { alertNotices, type MessageAlert } from "./alert-notices.ts";
import { type Alert, alerts, dueAlerts, reassignsLead } from "./due-alerts.ts";
import { staffOfLeads } from "./lead-staff.ts";
import { lockWaitingLeads } from "./lock-waiting-leads.sql.ts";
import { markAlertsDecided } from "./mark-alerts-decided.sql.ts";
import { reassignWaitingLead } from "./reassign-waiting-lead.ts";

/** Leads per alert: those with at least one message that no cap withheld; for reassignments, those that changed agent. */
export type AlertCounts = Record<Alert, number>;

type Settings = ReadonlyMap<number, LeadSettings>;

const BATCH = 250;

/**
 * Decides all due alerts of leads that wait for their first contact. Each alert is decided once per lead: its messages are
 * written to the ledger in the transaction that marks it decided. Safe in several processes at once.
 */
export async function sweepAlerts(ctx: Context, settings: Settings): Promise<AlertCounts> {
  const counts = Object.fromEntries(alerts.map((alert) => [alert, 0])) as AlertCounts;
  /** Leads to reassign. Each has its own transaction, because it waits for the routing lock of its brokerage. */
  const toReassign: number[] = [];
  for (;;) {
    const batch = await inTransaction(ctx, async (ctx) => {
      const now = ctx.clock.now();
      const leads = await lockWaitingLeads(ctx.db, { settings, now, except: toReassign, limit: BATCH });
      const [reassigned, kept] = partition(leads, (lead) => {
        const own = settings.get(lead.brokerage_id) as LeadSettings;
        return dueAlerts(lead, own, now).some((each) => reassignsLead(each, own));
      });
      return { size: leads.length, reassigned, sent: await notifyDueAlerts(ctx, kept, settings) };
    });
    toReassign.push(...batch.reassigned.map(({ id }) => id));
    for (const alert of batch.sent) counts[alert]++;
    if (batch.size < BATCH || ctx.signal.aborted) break;
  }
  for (const id of toReassign) {
    if (ctx.signal.aborted) break;
    for (const alert of await reassignWaitingLead(ctx, id, settings)) counts[alert]++;
  }
  return counts;
}

/** Writes the due messages of leads that keep their agent. */
async function notifyDueAlerts(ctx: Context, leads: LeadRow[], settings: Settings): Promise<MessageAlert[]> {
  if (leads.length === 0) return [];
  const now = ctx.clock.now();
  const people = await staffOfLeads(ctx.db, leads, settings);
  const due = leads.map((lead) => {
    const own = settings.get(lead.brokerage_id) as LeadSettings;
    return { lead, own, alerts: dueAlerts(lead, own, now) };
  });
  const wanted = due.flatMap(({ lead, own, alerts }) =>
    alerts
      .filter(({ alert, on }) => on && alert !== "reassignment")
      .map(({ alert }) => ({
        alert: alert as MessageAlert,
        notices: alertNotices(ctx, lead, alert as MessageAlert, { people: people(lead), settings: own }),
      })),
  );
  const sent = await notify(
    ctx,
    wanted.flatMap(({ notices }) => notices),
  );
  await markAlertsDecided(
    ctx.db,
    due.map(({ lead, alerts }) => ({ leadId: lead.id, alerts: alerts.map(({ alert }) => alert) })),
  );
  return wanted.filter(({ notices }) => notices.some((each) => sent.has(each))).map(({ alert }) => alert);
}

function partition<Item>(items: Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}
