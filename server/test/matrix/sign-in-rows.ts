import type { Row } from "./rows.ts";

const https = { "x-forwarded-proto": "https" };
const SESSIONS = "/api/auth/sessions";
const PASSKEYS = "/api/auth/passkeys";

/** Of no passkey. */
const answer = {
  ...{ id: "AAAA", rawId: "AAAA", type: "public-key" },
  response: {
    clientDataJSON: "AAAA",
    attestationObject: "AAAA",
    authenticatorData: "AAAA",
    signature: "AAAA",
  },
};

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
    signedIn: { status: 200 },
    endsSession: true,
  },
  // One of no caller.
  deleteStaffSession: { request: () => ({ path: `${SESSIONS}/2147483647` }), success: 404 },
  listAdmins: { request: () => ({ path: "/api/auth/admins" }) },
  inviteAdmin: {
    request: (world) => ({ path: "/api/auth/admins", body: { email: `${world.name()}@admins.test` } }),
  },
  deleteAdmin: { request: async (world) => ({ path: `/api/auth/admins/${await world.makeAdmin()}` }) },
  // Only who has signed in by email has passkeys.
  createPasskeyRegistrationOptions: {
    request: () => ({ path: `${PASSKEYS}/registration-options`, headers: https }),
    success: 403,
    signedIn: { status: 200 },
    changesNothing: true,
  },
  createPasskey: {
    request: () => ({ path: `${PASSKEYS}/registrations`, headers: https, body: answer }),
    success: 403,
    signedIn: { status: 400 },
  },
  createPasskeyAuthenticationOptions: {
    request: () => ({ path: `${PASSKEYS}/authentication-options`, headers: https }),
  },
  authenticateWithPasskey: {
    request: () => ({ path: `${PASSKEYS}/authentications`, headers: https, body: answer }),
    success: 401,
  },
  listPasskeys: { request: () => ({ path: PASSKEYS }) },
  // One of no caller.
  deletePasskey: { request: () => ({ path: `${PASSKEYS}/2147483647` }), success: 404 },
};
