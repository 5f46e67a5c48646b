import type { Context } from "../../context.ts";
import { heatAfter, heatOf } from "./score.ts";
import type { Signal, SignalKind } from "./signals.ts";

/** The columns of a lead that hold its temperature. */
type Temperature = { id: number; heat: number | null; last_signal_at: Date | null };

/**
 * Keeps a sign of interest of a lead that the caller holds locked, and warms the lead up. One that comes late is put
 * in its place among the others.
 */
export async function recordSignal(ctx: Context, lead: Temperature, signal: Signal): Promise<void> {
  await ctx.db
    .insertInto("lead_signals")
    .values({ lead_id: lead.id, kind: signal.kind, occurred_at: signal.occurredAt })
    .execute();
  const isLatest = lead.last_signal_at === null || signal.occurredAt >= lead.last_signal_at;
  await ctx.db
    .updateTable("leads")
    .set(
      isLatest
        ? { heat: heatAfter(lead.heat, signal), last_signal_at: signal.occurredAt }
        : { heat: heatOf(await signalsOf(ctx, lead.id)) },
    )
    .where("id", "=", lead.id)
    .execute();
}

async function signalsOf({ db }: Context, leadId: number): Promise<Signal[]> {
  const rows = await db
    .selectFrom("lead_signals")
    .select(["kind", "occurred_at as occurredAt"])
    .where("lead_id", "=", leadId)
    .execute();
  return rows.map(({ kind, occurredAt }) => ({ kind: kind as SignalKind, occurredAt }));
}
