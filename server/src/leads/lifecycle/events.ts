import { AppError } from "../../platform/errors.ts";

/**
 * The events of a timeline. People report the `posted` ones through the transitions endpoint; operations write the others.
 */
export const events = {
  contact_form_submission: { label: "Contact form received", posted: false },
  manual_entry: { label: "Entered by staff", posted: false },
  legacy_import: { label: "Imported with a legacy status", posted: false },
  contact_attempted: { label: "Contact attempted", posted: true },
  bogus_contact_detected: { label: "Bogus contact", posted: true },
  motivation_confirmed: { label: "Motivation confirmed", posted: true },
  timeout_no_response: { label: "timeout_21d_no_response", posted: true },
  timeout_180d_no_progress: { label: "timeout_180d_no_progress", posted: false },
  buyer_agreement_signed: { label: "Buyer agreement signed", posted: true },
  contract_executed: { label: "Contract executed", posted: true },
  deal_collapsed: { label: "Deal collapsed", posted: true },
  closing_complete: { label: "Closing complete", posted: true },
  contract_voided: { label: "Contract voided", posted: true },
  lead_re_engaged: { label: "Lead re-engaged", posted: true },
  contact_info_updated: { label: "Contact info updated", posted: true },
  listing_agreement_signed: { label: "Listing agreement signed", posted: true },
  listing_activated: { label: "Listing activated", posted: true },
  offer_accepted: { label: "Offer accepted", posted: true },
  listing_withdrawn: { label: "Listing withdrawn", posted: true },
  agent_assigned: { label: "Agent assigned", posted: false },
  agent_reassigned: { label: "Agent reassigned", posted: false },
  note_added: { label: "Note added", posted: false },
  contact_logged: { label: "Contact logged", posted: false },
  tour_requested: { label: "Tour requested", posted: false },
  unverified_contact: { label: "Unverified contact", posted: false },
  unverified_contact_accepted: { label: "Unverified contact accepted", posted: false },
} as const satisfies Record<string, { label: string; posted: boolean }>;

export type EventType = keyof typeof events;

export const eventTypes = Object.keys(events) as EventType[];

/** @throws AppError 400 for a name that is no event. */
export function eventNamed(name: string): EventType {
  if (Object.hasOwn(events, name)) return name as EventType;
  throw new AppError("bad_request", `Unknown event_type; known: ${reportableEvents.join(", ")}`);
}

/** The events that people can report. */
export type ReportableEvent = {
  [Event in EventType]: (typeof events)[Event]["posted"] extends true ? Event : never;
}[EventType];

export const reportableEvents = eventTypes.filter((event): event is ReportableEvent => events[event].posted);

/** SPEC: contact attempts are described as call, email or text. */
export const channels = ["call", "email", "text"] as const;
export type Channel = (typeof channels)[number];

/** Whether an event is a contact, which needs a channel. */
export const needsChannel = (event: EventType) => event === "contact_attempted";
