export {
  type ClientContact,
  clientContacts,
  clientsUnansweredSince,
  forgetUnanswered,
  keepClients,
  noteClientActive,
  noteClientsAlerted,
} from "./client-activity.ts";
export {
  ensureClient,
  eraseClients,
  exportClients,
  findClient,
  findClientId,
  lockClientToErase,
} from "./clients.ts";
export { EventsBody, EventsReply } from "./events/events.schemas.ts";
export { eventsOfPerson, type PersonEvent } from "./events/events-of-person.ts";
export { recordEvents } from "./events/record-events.ts";
export { favoriteOrigin, signalsOf, signalsOfSessions, type VisitSignal } from "./events/signals.ts";
export type { MatchCriteria } from "./matching/match-criteria.ts";
export { isMatch, rankAgents } from "./matching/rank-agents.ts";
export type { UsesVisitors } from "./services.ts";
export { createSession } from "./sessions/create-session.ts";
export { deleteInactiveSessions } from "./sessions/delete-inactive-sessions.ts";
export { lockSessionVisit, type Visit } from "./sessions/lock-session-visit.ts";
export { eraseVisits, exportVisits } from "./sessions/person-visits.ts";
export { linkSession, lockSessionsOfLead } from "./sessions/session-links.ts";
export {
  findSession,
  lockSession,
  preferencesWithNotes,
  requireSession,
  sessionIdInBody,
} from "./sessions/session-row.ts";
export { sessionRoute, visitorRoutes } from "./visitors.routes.ts";
