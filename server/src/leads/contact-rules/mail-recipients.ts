import type { NoMarketing } from "../../drips/index.ts";
import type { Db } from "../../platform/database/database.ts";
import type { Stage } from "../lifecycle/stages.ts";
import { activeFlags } from "./active-flags.ts";
import { noMarketing } from "./may-receive.ts";
import { stagesOf } from "./stages-of.sql.ts";

/** A lead as somebody has to know it who writes to it. */
export type MailRecipient = {
  id: number;
  brokerage_id: number;
  first_name: string;
  last_name: string;
  /** May be empty. */
  email: string;
  assigned_agent_id: number | null;
  /** What its history says. */
  stage: Stage;
  /** Why it may get no marketing mail; null: it may. */
  noMarketing: NoMarketing | null;
};

/** Looks leads up by their ids, as they are now; those that are gone are left out. Three queries, however many. */
export async function mailRecipients(
  db: Db,
  leadIds: readonly number[],
): Promise<Map<number, MailRecipient>> {
  if (leadIds.length === 0) return new Map();
  const ids = [...new Set(leadIds)];
  const stages = await stagesOf(db, ids);
  const flags = await activeFlags(db, ids);
  const rows = await db
    .selectFrom("leads")
    .select(["id", "brokerage_id", "first_name", "last_name", "email", "assigned_agent_id"])
    .where("id", "in", ids)
    .execute();
  return new Map(
    rows.flatMap((lead) => {
      const stage = stages.get(lead.id);
      if (!stage) return [];
      return [[lead.id, { ...lead, stage, noMarketing: noMarketing(flags.get(lead.id) ?? []) }] as const];
    }),
  );
}
