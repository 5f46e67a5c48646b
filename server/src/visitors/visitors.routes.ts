import { route } from "../platform/http/route.ts";
import { assignSessionAgent } from "./agents/assign-session-agent.ts";
import { listSuggestedAgents } from "./agents/list-suggested-agents.ts";
import { addPreference } from "./preferences/add-preference.ts";
import { deletePreference } from "./preferences/delete-preference.ts";
import { getPreferences } from "./preferences/get-preferences.ts";
import { judgePreference } from "./preferences/judge-preference.ts";
import { writeNotes } from "./preferences/write-notes.ts";
import { clearSession } from "./sessions/clear-session.ts";
import { createSession } from "./sessions/create-session.ts";
import { getSessionStatus } from "./sessions/get-session-status.ts";
import { requireSession } from "./sessions/session-row.ts";
import * as schemas from "./visitors.schemas.ts";

/** Settings of every session route. X-Session-ID or the cookie identifies the session. */
export const sessionRoute = {
  tag: "Visitors",
  permission: "public",
  tenant: true,
  browsing: true,
  precondition: requireSession,
} as const;

const noSession = "Brokerage not found; Session not found";
const session = { ...sessionRoute, limits: ["sessions"], errors: { 404: noSession } } as const;
const preferences = { ...sessionRoute, limits: ["session_preferences"] } as const;
const noPreference = "Brokerage not found; Session not found; Preference not found";

export const visitorRoutes = [
  route({
    method: "POST",
    path: "/sessions",
    operationId: "createSession",
    summary: "Start a visitor's session",
    description:
      "The id is also set as an HttpOnly cookie. Send it as X-Session-ID with every call below /sessions, or let the " +
      "browser send the cookie. With `Sec-GPC: 1` or `DNT: 1` no session is started: 204.",
    tag: "Visitors",
    permission: "public",
    tenant: true,
    browsing: true,
    limits: ["sessions", "new_sessions"],
    showsSecret: true,
    status: 201,
    statusFor: (session: object | undefined) => (session === undefined ? 204 : 201),
    noContent: "The visitor refuses to be tracked (`Sec-GPC: 1` or `DNT: 1`)",
    response: schemas.SessionCreated,
    run: createSession,
  }),
  route({
    ...session,
    method: "GET",
    path: "/sessions/scribe-status",
    operationId: "getSessionStatus",
    summary: "Get the visitor's preferences, and whether they suffice to suggest agents",
    response: schemas.SessionStatus,
    run: getSessionStatus,
  }),
  route({
    ...session,
    method: "GET",
    path: "/sessions/suggested-agents",
    operationId: "listSuggestedAgents",
    summary: "Suggest agents who match the visitor's preferences, with reasons",
    query: schemas.SuggestedAgentsQuery,
    response: schemas.SuggestedAgents,
    errors: {
      400: "Missing Host header; preferences are not ready (insufficient confidence)",
      404: noSession,
    },
    run: listSuggestedAgents,
  }),
  route({
    ...session,
    method: "POST",
    path: "/sessions/assign-agent",
    operationId: "assignSessionAgent",
    summary: "Choose an agent",
    description:
      "When the visitor becomes a lead, it is assigned to that agent, if the agent can receive leads then.",
    body: schemas.AssignAgentBody,
    invalidBody: 400,
    response: schemas.AssignedAgent,
    errors: {
      400: "Missing Host header, malformed JSON or invalid agent_id",
      404: `${noSession}; Agent not found`,
    },
    run: assignSessionAgent,
  }),
  route({
    ...session,
    method: "POST",
    path: "/sessions/clear",
    operationId: "clearSession",
    summary: "Delete the session and all its data",
    response: schemas.MessageReply,
    run: clearSession,
  }),
  route({
    ...preferences,
    method: "GET",
    path: "/sessions/preferences",
    operationId: "getPreferences",
    summary: "List all preferences: inferred, added, confirmed and rejected",
    response: schemas.PreferencesReply,
    errors: { 404: noSession },
    run: getPreferences,
  }),
  route({
    ...preferences,
    method: "POST",
    path: "/sessions/preferences",
    operationId: "addPreference",
    summary: "Add a preference",
    description: "An added preference has confidence 100 and overrides inferred ones.",
    body: schemas.AddPreferenceBody,
    invalidBody: 400,
    status: 201,
    response: schemas.PreferenceReply,
    errors: { 400: "Missing Host header, malformed JSON or an invalid body", 404: noSession },
    run: addPreference,
  }),
  route({
    ...preferences,
    method: "POST",
    path: "/sessions/preferences/{type}/{key}/confirm",
    operationId: "judgePreference",
    summary: "Confirm or reject a preference",
    description: "A confirmed preference has confidence 100; a rejected one has 0, and matching ignores it.",
    params: schemas.PreferenceParams,
    body: schemas.JudgePreferenceBody,
    invalidBody: 400,
    response: schemas.PreferenceReply,
    errors: { 400: "Missing Host header, malformed JSON or an invalid action", 404: noPreference },
    run: judgePreference,
  }),
  route({
    ...preferences,
    method: "DELETE",
    path: "/sessions/preferences/{type}/{key}",
    operationId: "deletePreference",
    summary: "Delete a preference that the visitor has added",
    params: schemas.PreferenceParams,
    response: schemas.MessageReply,
    errors: { 403: "Inferred preferences cannot be deleted: reject them instead", 404: noPreference },
    run: deletePreference,
  }),
  route({
    ...preferences,
    method: "POST",
    path: "/sessions/preferences/notes",
    operationId: "writeNotes",
    summary: "Set the visitor's notes about what they are looking for",
    body: schemas.NotesBody,
    invalidBody: 400,
    response: schemas.NotesReply,
    errors: { 400: "Missing Host header, malformed JSON, or notes over 2000 characters", 404: noSession },
    run: writeNotes,
  }),
];
