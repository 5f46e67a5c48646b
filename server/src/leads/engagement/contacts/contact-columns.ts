import type { LeadSettings } from "../../../lead-settings/index.ts";
import type { LeadRow } from "../../lead-row.ts";
import { isOpen } from "../../lifecycle/stages.ts";
import { noFollowUp } from "../follow-ups/follow-up-columns.ts";

export const directions = ["outbound", "inbound"] as const;
export type Direction = (typeof directions)[number];

type Contact = { direction: Direction; occurredAt: Date };

const DAY_MS = 86_400_000;

/**
 * What a contact changes in the lead's row. It settles the follow-up that was booked before it; after an outbound one the
 * brokerage's default takes its place. A contact that is entered late leaves a follow-up booked since, and books none when
 * there has been a later contact. The first response is the one that stopped the response clock, whatever is entered after it.
 */
export function contactColumns(
  lead: LeadRow,
  { follow_up_after_contact_days: days }: LeadSettings,
  { direction, occurredAt }: Contact,
) {
  const settles = lead.follow_up_set_at === null || occurredAt >= lead.follow_up_set_at;
  const isLatest = occurredAt >= lead.last_contact;
  const isNext = isLatest && direction === "outbound" && days > 0 && isOpen(lead.stage);
  return {
    last_contact: isLatest ? occurredAt : lead.last_contact,
    ...(direction === "outbound" && { first_response_at: lead.first_response_at ?? occurredAt }),
    ...(direction === "outbound" && isUntouched(lead) && { registration_status: "contacted" }),
    ...(settles && noFollowUp),
    ...(settles &&
      isNext && {
        follow_up_due_at: new Date(occurredAt.getTime() + days * DAY_MS),
        follow_up_source: "default",
        follow_up_set_at: occurredAt,
      }),
  };
}

/** A registered lead that nobody has taken up so far. */
function isUntouched({ registration_status: status }: LeadRow): boolean {
  return status === "new" || status === "assigned";
}
