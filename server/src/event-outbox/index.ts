export {
  type Announcement,
  amendPending,
  announce,
  type EventName,
  eventDeliveryJob,
  eventNames,
  suppressEvents,
} from "./announce.ts";
export { eraseLeadEvents, erasePersonEvents } from "./erase-events.ts";
export { hasEvents, type OutboxEvent, takeEvents } from "./take-events.ts";
