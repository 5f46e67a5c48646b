export {
  type AlertMessage,
  type AlertMessageCounts,
  alertMessageCounts,
  alertOf,
  claimAlertMessages,
  dropAlertMessage,
  dropMessagesOfAlerts,
  enqueueAlertMessages,
  postponeAlertMessage,
  setMessageLead,
} from "./alert-messages.ts";
export { endOptOut, keepOptedOutAgents, keepOptOut } from "./channels/sms-opt-outs.ts";
export { type Counts, deliver } from "./delivery/deliver.ts";
export { deliverChannel, deliverMessages, waitingMail } from "./delivery/deliver-messages.ts";
export type { DeliveryQueue, Settlement } from "./delivery/delivery-queue.ts";
export { dueMessages } from "./delivery/due-messages.ts";
export { retryPolicies } from "./delivery/retry-policies.ts";
export { stillClaimed } from "./delivery/still-claimed.sql.ts";
export { dropLeadAlerts, dropLeadMail, dropNotices } from "./drop-lead-messages.ts";
export { deliveryJob, holdMessages } from "./enqueue.ts";
export { type DirectMail, dropAbandonedMail, enqueueClaimedMail } from "./enqueue-claimed-mail.ts";
export { enqueueMail, enqueueMailAtCommit, type NewMail } from "./enqueue-mail.ts";
export { type LeadMessage, messageOutcomes, messagesAbout } from "./lead-messages.ts";
export { LEAD_UNSUBSCRIBE_PATH, leadOfUnsubscribeToken } from "./lead-unsubscribe-link.ts";
export { messageRoutes } from "./ledger/messages.routes.ts";
export { alertsJob, type ChannelName, type ClaimedMessage, channelNames } from "./message.ts";
export { type Notice, notify, notifyAtCommit, type Recipient } from "./notify.ts";
export { eraseMessages, exportMessages } from "./person-messages.ts";
export { previewMail } from "./preview-mail.ts";
export type { AlertData } from "./templates/alerts.ts";
export type { Home, Unsubscribe } from "./templates/draft.ts";
export type { SearchAlertData } from "./templates/search-alerts.ts";
