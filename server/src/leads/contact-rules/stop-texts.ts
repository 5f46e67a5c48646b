import type { Context } from "../../platform/context.ts";
import { activeSetting, lowerFlag, raiseFlag } from "./flag-settings.ts";
import { holdLeads, leadsByPhone } from "./leads-by-phone.sql.ts";

/** Which brokerages' leads a text from a telephone is about. */
type Whose = (brokerageId: number) => boolean;

const FLAG = "do_not_text";
const STOPPED = "STOP by text";
const STARTED = "START by text";
/** Who sets and clears it. */
const LEAD = "lead";

/**
 * Somebody has texted STOP: their leads get the flag. It works for a disabled brokerage's too, because an opt-out always
 * does. Call it in a transaction.
 */
export async function stopTexts(ctx: Context, phone: string, isWhose: Whose): Promise<void> {
  for (const lead of await held(ctx, phone, isWhose)) {
    await raiseFlag(ctx, lead, { flag: FLAG, reason: STOPPED, by: LEAD });
  }
}

/** Somebody has texted START: what STOP had set is cleared, and nothing that staff have set. Call it in a transaction. */
export async function allowTexts(ctx: Context, phone: string, isWhose: Whose): Promise<void> {
  for (const lead of await held(ctx, phone, isWhose)) {
    const active = await activeSetting(ctx, lead.id, FLAG);
    if (active?.reason !== STOPPED || active.set_by !== LEAD) continue;
    await lowerFlag(ctx, lead, active, { flag: FLAG, reason: STARTED, by: LEAD });
  }
}

async function held(ctx: Context, phone: string, isWhose: Whose) {
  const leads = await leadsByPhone(ctx.db, phone);
  return holdLeads(
    ctx,
    leads.filter(({ brokerage_id }) => isWhose(brokerage_id)).map(({ id }) => id),
  );
}
