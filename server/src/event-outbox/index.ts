export { type Announcement, amendPending, announce, eventDeliveryJob, suppressEvents } from "./announce.ts";
export { eraseLeadEvents, erasePersonEvents } from "./erase-events.ts";
export { type EventName, eventNames } from "./event-names.ts";
export { hasEvents, type OutboxEvent, takeEvents } from "./take-events.ts";
