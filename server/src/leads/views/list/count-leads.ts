import type { ActorContext, TenantContext } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { canSee } from "../../../platform/http/permissions.ts";
import type { LegacyStatus } from "../../lifecycle/projections.ts";
import type { LeadCounts } from "../records.schemas.ts";

/**
 * Counts all leads of the domain's brokerage by legacy status (SPEC: Leads, tours, newsletter). Agents get the counts of the
 * whole brokerage too.
 *
 * @throws AppError 404 `Brokerage not found` when the caller is neither of that brokerage nor an admin.
 */
export async function countLeads({ db, actor, tenant }: ActorContext & TenantContext): Promise<LeadCounts> {
  if (!canSee(actor, tenant.brokerageId)) throw new AppError("not_found", "Brokerage not found");
  const rows = await db
    .selectFrom("leads")
    .select(({ fn }) => ["status", fn.countAll<number>().as("leads")])
    .where("brokerage_id", "=", tenant.brokerageId)
    .groupBy("status")
    .execute();
  const of = (status: LegacyStatus) => rows.find((row) => row.status === status)?.leads ?? 0;
  return {
    new: of("new"),
    contacted: of("contacted"),
    qualified: of("qualified"),
    converted: of("converted"),
    total: rows.reduce((total, { leads }) => total + leads, 0),
  };
}
