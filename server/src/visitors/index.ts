export { clientOf, ensureClient, eraseClients, exportClients, findClient } from "./clients/clients.ts";
export { EventsBody, EventsReply } from "./events/events.schemas.ts";
export { keepEvents } from "./events/keep-events.ts";
export { favoriteOrigin, signalsOf, signalsOfSessions, type VisitSignal } from "./events/signals.ts";
export { isMatch, rankAgents } from "./matching/rank-agents.ts";
export type { Wanted } from "./matching/wish.ts";
export type { UsesVisitors } from "./services.ts";
export { forgetSessions } from "./sessions/forget-sessions.ts";
export { holdVisit, type Visit } from "./sessions/hold-visit.ts";
export { holdSessionsOfLead, linkSession } from "./sessions/links.ts";
export {
  findSession,
  lockSession,
  requireSession,
  sessionNamedIn,
  wishesKnownOf,
} from "./sessions/session-row.ts";
export { eraseVisits, exportVisits } from "./sessions/visits-of-person.ts";
export { ofSession, visitorRoutes } from "./visitors.routes.ts";
