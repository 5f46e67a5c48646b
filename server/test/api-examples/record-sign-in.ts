import { printedLink } from "../../src/identity/index.ts";
import { Authenticator } from "../harness/authenticator.ts";
import { cookieOf } from "../harness/client-cookie.ts";
import { ownPage, STAFF_SESSIONS, tokenOf } from "../harness/staff-fixture.ts";
import type { TestApp } from "../harness/test-app.ts";
import type { Send } from "./recorder.ts";

const HOST = "localhost";

/** Staff in their browsers: a broker contact of the demo, and the admins. */
export async function recordSignIn(send: Send, lintel: TestApp): Promise<void> {
  const { email, brokerage_id } = await lintel.database.db
    .selectFrom("broker_contacts")
    .select(["email", "brokerage_id"])
    .orderBy("id")
    .executeTakeFirstOrThrow();
  await send("getSignInMethods");
  await send("requestEmailLink", { body: { email } });
  const newToken = async () =>
    tokenOf(await printedLink(lintel.ctx, { origin: `http://${HOST}`, email, brokerageId: brokerage_id }));
  // A token of the run is of no use, and looks like a leak.
  await send("createStaffSession", {
    body: { token: "3q2-7wAB…" },
    payload: { token: await newToken() },
    headers: {
      "user-agent": "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:141.0) Gecko/20100101 Firefox/141.0",
    },
  });
  const signIn = async () => {
    const body = { token: await newToken() };
    const { headers } = await lintel.call(STAFF_SESSIONS, { method: "POST", host: HOST, body });
    return { cookie: cookieOf(headers), ...ownPage(HOST, "http") };
  };
  const headers = await signIn();
  const { items } = await send("listStaffSessions", { headers });
  await send("streamEvents", { headers });
  const path = { passkey_id: await recordPasskeys(send, headers) };
  await send("listPasskeys", { headers });
  await send("deletePasskey", { headers, path });
  await send("deleteStaffSession", { headers, path: { session_id: items[1].id } });
  await send("deleteCurrentStaffSession", { headers });

  await send("inviteAdmin", { as: "admin", body: { email: "olga@example.com" } });
  const now = lintel.clock.now();
  const admins = ["olga@example.com", "pia@example.com"].map((email) => ({ email, created_at: now }));
  await lintel.database.db.insertInto("admins").values(admins).execute();
  const listed = await send("listAdmins", { as: "admin" });
  await send("deleteAdmin", { as: "admin", path: { admin_id: listed.items[1].id } });
}

/** A link of an email with two accounts, opened where the staff of all sign in. */
export async function recordAccountChoice(send: Send, lintel: TestApp): Promise<void> {
  const { db } = lintel.database;
  const { email } = await db
    .selectFrom("broker_contacts")
    .select("email")
    .orderBy("id")
    .executeTakeFirstOrThrow();
  await db.insertInto("admins").values({ email, created_at: lintel.clock.now() }).execute();
  const host = "console.localhost";
  const token = tokenOf(
    await printedLink(lintel.ctx, { origin: `http://${host}`, email, brokerageId: null }),
  );
  await send("createStaffSession", { body: { token }, headers: { host } });
}

/** What an authenticator signs is different in each run, and too long to read. */
const shown = (answer: { response: object }) => ({
  ...answer,
  response: Object.fromEntries(
    Object.entries(answer.response).map(([name, value]) => [
      name,
      typeof value === "string" ? value.slice(0, 12) : value,
    ]),
  ),
});

/** Makes a passkey, and signs in with it. @returns its id. */
async function recordPasskeys(send: Send, headers: Record<string, string>): Promise<number> {
  const authenticator = new Authenticator();
  const page = { origin: `http://${HOST}` };
  const made = authenticator.create(await send("createPasskeyRegistrationOptions", { headers }), page);
  const named = { ...made, name: "MacBook" };
  const { id } = await send("createPasskey", { headers, body: shown(named), payload: named });
  const answer = authenticator.get(await send("createPasskeyAuthenticationOptions"), page);
  await send("authenticateWithPasskey", { body: shown(answer), payload: answer });
  return id;
}
