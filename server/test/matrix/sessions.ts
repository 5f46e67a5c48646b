import { printedLink } from "../../src/identity/index.ts";
import type { Role } from "../../src/platform/http/permissions.ts";
import { cookieOf } from "../harness/client-cookie.ts";
import { ownPage, STAFF_SESSIONS, tokenOf } from "../harness/staff-fixture.ts";
import type { TestApp } from "../harness/test-app.ts";
import { type Caller, good } from "./callers.ts";

type Staff = { brokerageId: number; agentId: number };

/** Every role, signed in by email in a browser at the console, of this brokerage and of the other. */
export async function signedInCallers(
  lintel: TestApp,
  host: string,
  staff: { home: Staff; other: Staff },
): Promise<Caller[]> {
  const { db } = lintel.database;
  const origin = `https://${host}`;
  const caller = async (name: string, role: Role, foreign: boolean, email: string) => {
    const signedIn = good(name, role, foreign, { "x-forwarded-proto": "https", ...ownPage(host) });
    signedIn.signIn = async () => {
      const token = tokenOf(await printedLink(lintel.ctx, { origin, email, brokerageId: null }));
      const { cookie: _, ...headers } = signedIn.headers;
      const reply = await lintel.call(STAFF_SESSIONS, { method: "POST", host, headers, body: { token } });
      if (reply.status !== 201) throw new Error(`${email} was answered with ${reply.status}: ${reply.text}`);
      signedIn.headers.cookie = cookieOf(reply.headers);
    };
    await signedIn.signIn();
    return signedIn;
  };

  const admin = "boss@admins.test";
  await db.insertInto("admins").values({ email: admin, created_at: lintel.clock.now() }).execute();
  const callers = [await caller("admin, by cookie", "admin", false, admin)];
  for (const [place, { brokerageId, agentId }] of Object.entries(staff)) {
    const foreign = place === "other";
    const broker = `contact@${place}.test`;
    await db
      .insertInto("broker_contacts")
      .values({ brokerage_id: brokerageId, name: "Contact", email: broker })
      .execute();
    const agent = await db
      .selectFrom("agents")
      .select("email")
      .where("id", "=", agentId)
      .executeTakeFirstOrThrow();
    callers.push(await caller(`broker of ${place}, by cookie`, "broker", foreign, broker));
    callers.push(await caller(`agent of ${place}, by cookie`, "agent", foreign, agent.email));
  }
  return callers;
}
