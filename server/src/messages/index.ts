export { deliverMessages } from "./deliver-messages.ts";
export { dropLeadMail } from "./drop-lead-mail.ts";
export { DELIVER_MESSAGES, enqueueMail, type NewMail } from "./enqueue-mail.ts";
export { LEAD_UNSUBSCRIBE_PATH, leadOfUnsubscribeToken } from "./lead-unsubscribe-link.ts";
export { waitingMail } from "./waiting-mail.ts";
