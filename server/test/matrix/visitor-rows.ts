import type { Row } from "./rows.ts";
import type { World } from "./world.ts";

/** Of a visitor of the home brokerage, whose session alone decides: other credentials make no difference. */
const inSession = (path: string, body?: (world: World) => unknown): Row => ({
  request: async (world) => ({
    path,
    headers: { "x-session-id": await world.makeSession() },
    body: body?.(world),
  }),
});

export const visitorRows: Record<string, Row> = {
  // Staff are not tracked.
  createSession: { request: () => ({ path: "/sessions" }), signedIn: { status: 204 } },
  getSessionStatus: inSession("/sessions/scribe-status"),
  listSuggestedAgents: inSession("/sessions/suggested-agents"),
  assignSessionAgent: inSession("/sessions/assign-agent", (world) => ({ agent_id: world.homeAgentId })),
  clearSession: inSession("/sessions/clear"),
  getPreferences: inSession("/sessions/preferences"),
  addPreference: inSession("/sessions/preferences", () => ({ type: "bedrooms", value: 3 })),
  judgePreference: inSession("/sessions/preferences/locations/boise/confirm", () => ({ action: "confirm" })),
  deletePreference: inSession("/sessions/preferences/locations/boise"),
  writeNotes: inSession("/sessions/preferences/notes", () => ({ notes: "A garden" })),
  recordVisitorEvents: inSession("/sessions/events", () => ({
    events: [{ type: "search_query", query: "garden", timestamp: "2026-06-15T11:00:00Z" }],
  })),
};
