import { sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";

type QuietQuery = {
  stage: "CONTACTING" | "QUALIFIED";
  /** By brokerage: leads without activity since then are quiet. */
  quietSince: ReadonlyMap<number, Date>;
  except: number[];
  limit: number;
};

/**
 * Leads of a stage without activity: no transition, no contact, no signal. For imported leads the time starts with the
 * import, and any change counts as activity.
 *
 * Index: leads_board, each brokerage's part of the stage from its start to `quietSince`. Expected: at most `limit` rows. Rejected: one join, for which
 * PostgreSQL reads all leads.
 */
export async function quietLeads(
  db: Db,
  { stage, quietSince, except, limit }: QuietQuery,
): Promise<{ id: number; brokerage_id: number }[]> {
  const { rows } = await sql<{ id: number; brokerage_id: number }>`
    select quiet.id, quiet.brokerage_id
    from
      unnest(${[...quietSince.keys()]}::integer[], ${[...quietSince.values()]}::timestamptz[])
        as limits (brokerage_id, since),
      lateral (
        select id, brokerage_id, stage_entered_at
        from leads
        where leads.brokerage_id = limits.brokerage_id
          and stage = ${stage}
          and stage_entered_at <= since
          and last_contact <= since
          and coalesce(last_signal_at, created_at) <= since
          and (source <> 'import' or updated_at <= since)
          and id <> all(${except}::integer[])
        order by stage_entered_at, id
        limit ${limit}
      ) as quiet
    order by quiet.stage_entered_at, quiet.id
    limit ${limit}`.execute(db);
  return rows;
}
