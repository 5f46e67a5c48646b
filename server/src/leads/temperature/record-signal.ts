import type { Context } from "../../context.ts";
import { heatAfter, heatOf, inOrder } from "./score.ts";
import type { Signal, SignalKind } from "./signals.ts";

/** The columns of a lead that hold its temperature. */
type Temperature = { id: number; heat: number | null; last_signal_at: Date | null };

/**
 * Keeps a sign of interest of a lead that the caller holds locked, and warms the lead up. One that comes late is put
 * in its place among the others.
 */
export async function recordSignal(ctx: Context, lead: Temperature, signal: Signal): Promise<void> {
  return recordSignals(ctx, lead, [signal]);
}

/** The same for any number at once, in whichever order they come. */
export async function recordSignals(ctx: Context, lead: Temperature, signals: Signal[]): Promise<void> {
  const [first, ...rest] = inOrder(signals);
  if (!first) return;
  await ctx.db
    .insertInto("lead_signals")
    .values(signals.map(({ kind, occurredAt }) => ({ lead_id: lead.id, kind, occurred_at: occurredAt })))
    .execute();
  const areLatest = lead.last_signal_at === null || first.occurredAt >= lead.last_signal_at;
  await ctx.db
    .updateTable("leads")
    .set(
      areLatest
        ? {
            heat: rest.reduce(heatAfter, heatAfter(lead.heat, first)),
            last_signal_at: (rest.at(-1) ?? first).occurredAt,
          }
        : await temperatureOf(ctx, lead.id),
    )
    .where("id", "=", lead.id)
    .execute();
}

/** From the beginning, for signals that belong between others. */
async function temperatureOf({ db }: Context, leadId: number) {
  const rows = await db
    .selectFrom("lead_signals")
    .select(["kind", "occurred_at as occurredAt"])
    .where("lead_id", "=", leadId)
    .orderBy("occurred_at")
    .execute();
  const signals = rows.map(({ kind, occurredAt }) => ({ kind: kind as SignalKind, occurredAt }));
  return { heat: heatOf(signals), last_signal_at: signals.at(-1)?.occurredAt ?? null };
}
