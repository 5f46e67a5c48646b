import type { LeadSettings } from "../../../lead-settings/index.ts";
import type { LeadRow } from "../../lead-row.ts";
import { isOpen } from "../../lifecycle/stages.ts";
import { noFollowUp } from "../follow-ups/change-follow-up.ts";

export const directions = ["outbound", "inbound"] as const;
export type Direction = (typeof directions)[number];

type Contact = { direction: Direction; occurredAt: Date };

const DAY_MS = 86_400_000;

/**
 * The columns that a contact changes. It clears a follow-up booked before it; an outbound contact books the brokerage's
 * default follow-up. A contact entered late keeps a follow-up booked since, and books none when a later contact exists. The
 * first response is the contact that stopped the response clock; entries made later do not change it.
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

/** A registered lead that no agent has contacted or opened yet. */
function isUntouched({ registration_status: status }: LeadRow): boolean {
  return status === "new" || status === "assigned";
}
