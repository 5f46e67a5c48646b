import type { Context } from "../../../platform/context.ts";
import { type Db, inTransaction } from "../../../platform/database/database.ts";
import { recordSignals } from "./record-signal.ts";
import type { Signal } from "./signals.ts";

/** A person who has written from many forms has as many leads: the latest of them tell enough. */
const MOST_LEADS = 20;

type Whose = {
  brokerageId: number;
  /** All leads with that email, whatever its case… */
  email: string | null;
  /** …and this one. */
  leadId: number | null;
};

/**
 * What somebody does on the website warms their leads up, each sign once for each. Whoever holds a visitor's session may
 * call it: sessions are locked before leads.
 */
export async function warmLeads(ctx: Context, whose: Whose, signals: readonly Signal[]): Promise<void> {
  const { brokerageId, email, leadId } = whose;
  if (signals.length === 0 || (email === null && leadId === null)) return;
  await inTransaction(ctx, async (ctx) => {
    const leads = await leadsToWarm(ctx.db, { brokerageId, email, leadId }).execute();
    for (const lead of leads) await recordSignals(ctx, lead, signals);
  });
}

/** Locked, in the order of their ids. Indexes leads_email, leads_pkey. */
export function leadsToWarm(db: Db, { brokerageId, email, leadId }: Whose) {
  return db
    .selectFrom("leads")
    .select(["id", "heat", "last_signal_at"])
    .where("id", "in", (eb) =>
      eb
        .selectFrom("leads as theirs")
        .select("theirs.id")
        .where("theirs.brokerage_id", "=", brokerageId)
        .where((eb) =>
          eb.or([
            eb("theirs.id", "=", leadId),
            ...(email ? [eb(eb.fn("lower", ["theirs.email"]), "=", eb.fn("lower", [eb.val(email)]))] : []),
          ]),
        )
        .orderBy("theirs.id", "desc")
        .limit(MOST_LEADS),
    )
    .orderBy("id")
    .forNoKeyUpdate();
}

/** What a lead's person looks for, as far as it is known now. */
export async function keepPreferences({ db }: Context, leadId: number, preferences: object): Promise<void> {
  await db
    .updateTable("leads")
    .set({ preferences: JSON.stringify(preferences) })
    .where("id", "=", leadId)
    .execute();
}
