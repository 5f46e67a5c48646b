import type { LeadSettings } from "../../../lead-settings/index.ts";
import { notify } from "../../../messages/index.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction } from "../../../platform/database/database.ts";
import type { LeadRow } from "../../lead-row.ts";
import { alertNotices, type ToldAlert } from "./alert-notices.ts";
import { type Alert, alerts, dueAlerts, reroutes } from "./ladder.ts";
import { passOn } from "./pass-on.ts";
import { peopleOf } from "./people.ts";
import { lockWaitingLeads, noteDecided } from "./waiting-leads.sql.ts";

/** How many leads were told about, by alert, where one was not withheld by its cap; of reassignments, how many went to somebody else. */
export type AlertCounts = Record<Alert, number>;

type Settings = ReadonlyMap<number, LeadSettings>;

const BATCH = 250;

/**
 * Decides every alert that is due of leads that wait for their first contact, each once in a lead's life: it is written into
 * the ledger of messages in the transaction that notes the decision. Any number of processes may do it at once.
 */
export async function sweepAlerts(ctx: Context, settings: Settings): Promise<AlertCounts> {
  const counts = Object.fromEntries(alerts.map((alert) => [alert, 0])) as AlertCounts;
  /** Leads that go to somebody else: each in a transaction of its own, for it waits for its brokerage's turn. */
  const rerouted: number[] = [];
  for (;;) {
    const batch = await inTransaction(ctx, async (ctx) => {
      const now = ctx.clock.now();
      const leads = await lockWaitingLeads(ctx.db, { settings, now, except: rerouted, limit: BATCH });
      const [others, ours] = parted(leads, (lead) => {
        const own = settings.get(lead.brokerage_id) as LeadSettings;
        return dueAlerts(lead, own, now).some((each) => reroutes(each, own));
      });
      return { size: leads.length, others, told: await tell(ctx, ours, settings) };
    });
    rerouted.push(...batch.others.map(({ id }) => id));
    for (const alert of batch.told) counts[alert]++;
    if (batch.size < BATCH || ctx.signal.aborted) break;
  }
  for (const id of rerouted) {
    if (ctx.signal.aborted) break;
    for (const alert of await passOn(ctx, id, settings)) counts[alert]++;
  }
  return counts;
}

/** Writes what is due of leads that stay where they are. */
async function tell(ctx: Context, leads: LeadRow[], settings: Settings): Promise<ToldAlert[]> {
  if (leads.length === 0) return [];
  const now = ctx.clock.now();
  const people = await peopleOf(ctx.db, leads, settings);
  const due = leads.map((lead) => {
    const own = settings.get(lead.brokerage_id) as LeadSettings;
    return { lead, own, alerts: dueAlerts(lead, own, now) };
  });
  const wanted = due.flatMap(({ lead, own, alerts }) =>
    alerts
      .filter(({ alert, on }) => on && alert !== "reassignment")
      .map(({ alert }) => ({
        alert: alert as ToldAlert,
        notices: alertNotices(ctx, lead, alert as ToldAlert, { people: people(lead), settings: own }),
      })),
  );
  const told = await notify(
    ctx,
    wanted.flatMap(({ notices }) => notices),
  );
  await noteDecided(
    ctx.db,
    due.map(({ lead, alerts }) => ({ leadId: lead.id, alerts: alerts.map(({ alert }) => alert) })),
  );
  return wanted.filter(({ notices }) => notices.some((each) => told.has(each))).map(({ alert }) => alert);
}

function parted<Item>(items: Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}
