export {
  type Announcement,
  amendPending,
  announce,
  type EventName,
  eventDeliveryJob,
  eventNames,
  holdEvents,
  suppressEvents,
} from "./announce.ts";
export { eraseLeadEvents, erasePersonEvents } from "./erase-events.ts";
export { dropHeldEvents, hasEvents, type OutboxEvent, takeEvents } from "./take-events.ts";
