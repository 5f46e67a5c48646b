import type { Schema } from "../../../app/api.ts";
import { FollowUpSection } from "./follow-up-section.tsx";
import { LeadDrips } from "./lead-drips.tsx";
import { LeadTours } from "./lead-tours.tsx";
import { RoutingReason } from "./routing-reason.tsx";

/** What comes next for the lead, and why this agent has it. */
export function NextStep({ lead }: { lead: Schema<"Lead"> }) {
  return (
    <div className="lead-next" data-column="next">
      <FollowUpSection lead={lead} />
      <LeadTours leadId={lead.id} />
      <LeadDrips leadId={lead.id} />
      <RoutingReason lead={lead} />
    </div>
  );
}
