import { sql } from "kysely";
import type { Db } from "../platform/database/database.ts";

type Claims = {
  /** One for each lead, in the order of the leads. */
  agentIds: readonly number[];
  at: Date;
  /** 0 where weights do not count. */
  leastWeight: 0 | 1;
};

/**
 * Records that agents get routed leads, if they can receive leads now. Locks their rows until the transaction ends, so a
 * vacation begins before or after. The routing lock of the brokerage must be held.
 *
 * Index: agents_pkey; agents_brokerage_id_id_key for the latest. Expected: at most all agents of a brokerage.
 *
 * @returns the agents who can receive leads.
 */
export async function claimForLeads(db: Db, { agentIds, at, leastWeight }: Claims): Promise<Set<number>> {
  const turns = [...new Map(agentIds.map((id, turn) => [id, turn]))];
  const { rows } = await sql<{ id: number }>`
    update agents as chosen
    -- Later than every other agent's, even when the clock stands still or goes back, and in the order of the leads.
    set last_lead_assigned_at = turn * interval '1 microsecond' + greatest(${at}::timestamptz, (
      select max(other.last_lead_assigned_at) + interval '1 microsecond'
      from agents as other
      where other.brokerage_id = chosen.brokerage_id
    ))
    from unnest(${turns.map(([id]) => id)}::integer[], ${turns.map(([, turn]) => turn)}::integer[]) as claim (id, turn)
    where chosen.id = claim.id
      and chosen.status = 'active'
      and chosen.disabled_at is null
      and chosen.accepting_leads
      and not chosen.on_vacation
      and chosen.weight >= ${leastWeight}
    returning chosen.id`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
