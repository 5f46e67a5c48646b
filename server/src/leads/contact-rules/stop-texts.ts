import type { Context } from "../../platform/context.ts";
import { lockLeads } from "../lead-scope.ts";
import { activeSetting, clearFlag, setFlag } from "./flag-settings.ts";
import { leadsByPhone } from "./leads-by-phone.sql.ts";

/** The brokerages whose leads a text applies to. */
type BrokerageFilter = (brokerageId: number) => boolean;

const FLAG = "do_not_text";
const STOPPED = "STOP by text";
const STARTED = "START by text";
/** The actor that sets and clears the flag. */
const LEAD = "lead";

/**
 * Sets the flag on the leads of a phone that texted STOP, also in disabled brokerages, because an opt-out always applies. Call
 * it in a transaction.
 */
export async function stopTexts(ctx: Context, phone: string, appliesTo: BrokerageFilter): Promise<void> {
  for (const lead of await lockLeadsOfPhone(ctx, phone, appliesTo)) {
    await setFlag(ctx, lead, { flag: FLAG, reason: STOPPED, by: LEAD });
  }
}

/** Clears the flag after START where STOP had set it; flags of staff stay. Call it in a transaction. */
export async function allowTexts(ctx: Context, phone: string, appliesTo: BrokerageFilter): Promise<void> {
  for (const lead of await lockLeadsOfPhone(ctx, phone, appliesTo)) {
    const active = await activeSetting(ctx, lead.id, FLAG);
    if (active?.reason !== STOPPED || active.set_by !== LEAD) continue;
    await clearFlag(ctx, lead, active, { flag: FLAG, reason: STARTED, by: LEAD });
  }
}

async function lockLeadsOfPhone(ctx: Context, phone: string, appliesTo: BrokerageFilter) {
  const leads = await leadsByPhone(ctx.db, phone);
  return lockLeads(
    ctx,
    leads.filter(({ brokerage_id }) => appliesTo(brokerage_id)).map(({ id }) => id),
  );
}
