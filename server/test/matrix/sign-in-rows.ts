import type { Row } from "./rows.ts";

const https = { "x-forwarded-proto": "https" };
const SESSIONS = "/api/auth/sessions";

/** Signing in. What valid links and keys do is in the operations' own tests. */
export const signInRows: Record<string, Row> = {
  getSignInMethods: { request: () => ({ path: "/api/auth/methods", headers: https }) },
  requestEmailLink: {
    request: (world) => ({
      path: "/api/auth/email-links",
      headers: https,
      body: { email: `${world.name()}@home.test` },
    }),
  },
  createStaffSession: {
    request: () => ({ path: SESSIONS, headers: https, body: { token: "unknown" } }),
    success: 401,
  },
  listStaffSessions: { request: () => ({ path: SESSIONS }) },
  deleteCurrentStaffSession: {
    request: () => ({ path: `${SESSIONS}/current` }),
    success: 404,
    endsSession: true,
  },
  // One of no caller.
  deleteStaffSession: { request: () => ({ path: `${SESSIONS}/2147483647` }), success: 404 },
  listAdmins: { request: () => ({ path: "/api/auth/admins" }) },
  inviteAdmin: {
    request: (world) => ({ path: "/api/auth/admins", body: { email: `${world.name()}@admins.test` } }),
  },
  deleteAdmin: { request: async (world) => ({ path: `/api/auth/admins/${await world.makeAdmin()}` }) },
};
