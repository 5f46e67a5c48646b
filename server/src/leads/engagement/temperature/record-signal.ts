import { sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import { byTime, heatAfter, heatOf, type Signal, type SignalKind } from "./score.ts";

/** The columns of a lead that hold its temperature. */
type Temperature = { id: number; heat: number | null; last_signal_at: Date | null };

/**
 * Stores a signal of a lead that the caller has locked, and updates its temperature. A late signal is inserted in time order.
 */
export async function recordSignal(ctx: Context, lead: Temperature, signal: Signal): Promise<void> {
  await recordSignals(ctx, lead, [signal]);
}

/**
 * The same for many signals in any order. Signals with a known origin are skipped.
 *
 * @returns the updated temperature of the lead.
 */
export async function recordSignals(
  ctx: Context,
  lead: Temperature,
  signals: readonly Signal[],
): Promise<Pick<Temperature, "heat" | "last_signal_at">> {
  const [first, ...rest] = byTime(await storeNew(ctx, lead.id, signals));
  if (!first) return { heat: lead.heat, last_signal_at: lead.last_signal_at };
  const areLatest = lead.last_signal_at === null || first.occurredAt >= lead.last_signal_at;
  const temperature = areLatest
    ? {
        heat: rest.reduce(heatAfter, heatAfter(lead.heat, first)),
        last_signal_at: (rest.at(-1) ?? first).occurredAt,
      }
    : await temperatureOf(ctx, lead.id);
  await ctx.db.updateTable("leads").set(temperature).where("id", "=", lead.id).execute();
  return temperature;
}

/** One statement for any number. Index lead_signals_origin. */
async function storeNew({ db }: Context, leadId: number, signals: readonly Signal[]): Promise<Signal[]> {
  if (signals.length === 0) return [];
  const { rows } = await sql<{ kind: SignalKind; occurred_at: Date }>`
    insert into lead_signals (lead_id, kind, occurred_at, origin)
    select ${leadId}::integer, kind, occurred_at, origin
    from unnest(
      ${signals.map(({ kind }) => kind)}::text[],
      ${signals.map(({ occurredAt }) => occurredAt.toISOString())}::timestamptz[],
      ${signals.map(({ origin }) => origin ?? null)}::text[]
    ) as signs (kind, occurred_at, origin)
    on conflict (lead_id, origin) where origin is not null do nothing
    returning kind, occurred_at`.execute(db);
  return rows.map(({ kind, occurred_at: occurredAt }) => ({ kind, occurredAt }));
}

/** Computed from all signals, when a late one falls between others. */
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
