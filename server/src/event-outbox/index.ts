export { type Announcement, announce, announcedJob, announceNothing, sayMore } from "./announce.ts";
export { eraseAnnounced, eraseAnnouncedOfLead } from "./erase-announced.ts";
export { type EventName, eventNames } from "./event-names.ts";
export { type Announced, isAnythingAnnounced, takeAnnounced } from "./take-announced.ts";
