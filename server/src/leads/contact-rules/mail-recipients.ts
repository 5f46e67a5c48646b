import type { NoMarketing } from "../../drips/index.ts";
import type { Db } from "../../platform/database/database.ts";
import type { Stage } from "../lifecycle/stages.ts";
import { activeFlags } from "./flags.ts";
import { marketingStopReason } from "./may-receive.ts";
import { stagesOf } from "./stages-of.sql.ts";

/** A lead as a recipient of mail. */
export type MailRecipient = {
  id: number;
  brokerage_id: number;
  first_name: string;
  last_name: string;
  /** May be empty. */
  email: string;
  assigned_agent_id: number | null;
  /** According to its timeline. */
  stage: Stage;
  /** Why marketing mail is forbidden; null: allowed. */
  noMarketing: NoMarketing | null;
};

/** Reads leads by id; deleted ones are left out. Three queries for any number. */
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
      return [
        [lead.id, { ...lead, stage, noMarketing: marketingStopReason(flags.get(lead.id) ?? []) }] as const,
      ];
    }),
  );
}
