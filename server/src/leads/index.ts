export { type MailRecipient, mailRecipients } from "./contact-rules/mail-recipients.ts";
export { marketingStopReason } from "./contact-rules/may-receive.ts";
export { type PersonAsRecipient, peopleAsRecipients } from "./contact-rules/people-as-recipients.ts";
export { type ErasedLeads, eraseLeads, impersonalLeadFields } from "./contact-rules/privacy/erase-leads.ts";
export { type ExportedLead, exportLeads } from "./contact-rules/privacy/export-leads.ts";
export { leadIdsOfPerson, lockLeadsOfPerson, recentLeads } from "./contact-rules/privacy/leads-of-person.ts";
export { allowTexts, stopTexts } from "./contact-rules/stop-texts.ts";
export { logLeadContact } from "./engagement/contacts/log-lead-contact.ts";
export { logTextFromLead } from "./engagement/contacts/log-text-from-lead.ts";
export { clearLeadFollowUp } from "./engagement/follow-ups/clear-lead-follow-up.ts";
export { setLeadFollowUp } from "./engagement/follow-ups/set-lead-follow-up.ts";
export { addLeadNote } from "./engagement/notes/add-lead-note.ts";
export { storePreferences, warmLeads } from "./engagement/temperature/warm-leads.ts";
export { findOrReceiveLead } from "./intake/find-or-receive-lead.ts";
export { importLeads } from "./intake/import/import-leads.ts";
export { leadHasEmail, lockPerson } from "./intake/person.ts";
export { receiveLead } from "./intake/receive-lead.ts";
export { SentFrom, sentFrom } from "./intake/sent-from.ts";
export { splitName } from "./intake/split-name.ts";
export { leadNames } from "./lead-names.ts";
export type { LeadRow } from "./lead-row.ts";
export {
  leadIdsWithin,
  leadNotFound,
  leadScope,
  lockLead,
  lockLeads,
  lockVisibleLeads,
  visibleLead,
} from "./lead-scope.ts";
export { leadRoutes } from "./leads.routes.ts";
export { applyEvent } from "./lifecycle/apply-event.ts";
export { checkReport } from "./lifecycle/check-report.ts";
export { type EventType, eventNamed } from "./lifecycle/events.ts";
export { recordEvent, visitor } from "./lifecycle/record-event.ts";
export { stages } from "./lifecycle/stages.ts";
export { stagesAfter } from "./lifecycle/transitions.ts";
export { type LeadAction, sweepLeads } from "./sweep-leads.ts";
export { replaceTags } from "./tags/lead-tags.ts";
export { tagOf } from "./tags/tag-names.ts";
export { type LeadChange, leadChanges, leadStates } from "./undo/lead-changes.ts";
export { undoLeadChange } from "./undo/undo-lead-change.ts";
export { assignLead } from "./views/detail/assign-lead.ts";
