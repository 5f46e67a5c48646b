import type { Context } from "../../../platform/context.ts";
import { type Db, inTransaction } from "../../../platform/database/database.ts";
import { toJsonb } from "../../../platform/database/to-jsonb.ts";
import { recordSignals } from "./record-signal.ts";
import type { Signal } from "./score.ts";

/** A person with many forms has as many leads; only the latest get the signals. */
const MAX_LEADS = 20;

type LeadFilter = {
  brokerageId: number;
  /** All leads with that email (case-insensitive)… */
  email: string | null;
  /** …and this one. */
  leadId: number | null;
};

/**
 * Adds website signals to the leads of a visitor, each signal once per lead. The caller may hold the session lock: sessions
 * are locked before leads.
 */
export async function warmLeads(ctx: Context, filter: LeadFilter, signals: readonly Signal[]): Promise<void> {
  const { brokerageId, email, leadId } = filter;
  if (signals.length === 0 || (email === null && leadId === null)) return;
  await inTransaction(ctx, async (ctx) => {
    const leads = await leadsToWarm(ctx.db, { brokerageId, email, leadId }).execute();
    for (const lead of leads) await recordSignals(ctx, lead, signals);
  });
}

/** Locks the leads in id order. Indexes leads_email, leads_pkey. */
export function leadsToWarm(db: Db, { brokerageId, email, leadId }: LeadFilter) {
  return db
    .selectFrom("leads")
    .select(["id", "heat", "last_signal_at"])
    .where("id", "in", (eb) =>
      eb
        .selectFrom("leads as candidates")
        .select("candidates.id")
        .where("candidates.brokerage_id", "=", brokerageId)
        .where((eb) =>
          eb.or([
            eb("candidates.id", "=", leadId),
            ...(email
              ? [eb(eb.fn("lower", ["candidates.email"]), "=", eb.fn("lower", [eb.val(email)]))]
              : []),
          ]),
        )
        .orderBy("candidates.id", "desc")
        .limit(MAX_LEADS),
    )
    .orderBy("id")
    .forNoKeyUpdate();
}

/** Stores the current preferences of the lead's visitor. */
export async function storePreferences({ db }: Context, leadId: number, preferences: object): Promise<void> {
  await db
    .updateTable("leads")
    .set({ preferences: toJsonb(preferences) })
    .where("id", "=", leadId)
    .execute();
}
