import { Authenticator } from "./authenticator.ts";
import { cookieOf } from "./client-cookie.ts";
import { CONSOLE, openStaff, type StaffFixture } from "./staff-fixture.ts";
import type { Reply } from "./test-app.ts";

export const PASSKEYS = "/api/auth/passkeys";
export const CONSOLE_ORIGIN = `https://${CONSOLE}`;

export type PasskeyFixture = Awaited<ReturnType<typeof openPasskeys>>;

/** A brokerage whose agents have passkeys at the console. */
export async function openPasskeys() {
  const staff = await openStaff();
  const north = await staff.lintel.createTenant("north");
  let made = 0;
  return {
    ...passkeysOf(staff),
    staff,
    north,
    /** An agent who has signed in at the console by email. */
    async newAgent(): Promise<{ id: number; email: string; cookie: string }> {
      const email = `ann-${++made}@agents.test`;
      const { id } = await staff.lintel.createAgent(north.id, { email });
      return { id, email, cookie: await staff.signIn(CONSOLE, email) };
    },
    close: () => staff.close(),
  };
}

function passkeysOf(staff: StaffFixture) {
  const post = (path: string, body?: object, cookie?: string, host = CONSOLE) =>
    staff.send(host, `${PASSKEYS}/${path}`, {
      method: "POST",
      ...(body && { body }),
      ...(cookie !== undefined && { cookie }),
    });
  return {
    post,
    /** Makes a passkey in a signed-in browser. */
    async register(cookie: string, authenticator = new Authenticator()): Promise<Reply> {
      const { body } = await post("registration-options", undefined, cookie);
      return post("registrations", authenticator.create(body, { origin: CONSOLE_ORIGIN }), cookie);
    },
    /** Signs a browser in by a passkey. */
    async signIn(authenticator: Authenticator): Promise<Reply> {
      const { body } = await post("authentication-options");
      return post("authentications", authenticator.get(body, { origin: CONSOLE_ORIGIN }));
    },
    cookieOf: (reply: Reply) => cookieOf(reply.headers),
  };
}
