import type { ActorContext } from "../../platform/context.ts";
import { envelope, rowsOf } from "../../platform/http/list-envelope.ts";
import { visibleWithin } from "../../platform/http/permissions.ts";
import { pageOfDecisions } from "../../routing/index.ts";
import { leadNames } from "../lead-names.ts";
import type { RoutingDecisionsPage, RoutingDecisionsQuery } from "./routing.schemas.ts";

/** Lists the routing decisions of a brokerage, or for admins of all, newest first. */
export async function listRoutingDecisions(
  { db, actor }: ActorContext,
  input: RoutingDecisionsQuery,
): Promise<RoutingDecisionsPage> {
  const visible = visibleWithin(actor, input.brokerage_id);
  // An admin's filter: to others their own brokerage is all that there is.
  const brokerageId = visible ?? input.brokerage_id ?? null;
  const { decisions, total } = await pageOfDecisions(db, brokerageId, rowsOf(input));
  const leads = await leadNames(
    db,
    decisions.map(({ lead_id }) => lead_id),
  );
  const named = decisions.map((each) => ({ ...each, lead_name: leads.get(each.lead_id)?.name ?? "" }));
  return envelope(named, total, input);
}
