import { sql } from "kysely";
import { mailSignInLinks } from "../../src/sign-in-mail/index.ts";
import { cookieOf } from "./client-cookie.ts";
import { type Reply, startTestApp, type TestApp } from "./test-app.ts";

export const EMAIL_LINKS = "/api/auth/email-links";
export const STAFF_SESSIONS = "/api/auth/sessions";
export const CONSOLE = "console.test";

/** What a page of ours sends with a write. */
export const ownPage = (host: string, protocol = "https") => ({
  "x-requested-with": "lintel",
  origin: `${protocol}://${host}`,
});

type Sent = {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  body?: unknown;
  cookie?: string;
  headers?: Record<string, string>;
};

/** The product behind a proxy that ends https, with a console of its own, and browsers of staff. */
export type StaffFixture = {
  lintel: TestApp;
  /** A request over https. With a cookie, a write has what a page of ours sends. */
  send(host: string, path: string, sent?: Sent): Promise<Reply>;
  requestLink(host: string, email: string): Promise<Reply>;
  /** Mails what is requested. @returns the addresses of the links in the mails to an address, oldest first. */
  links(email: string): Promise<string[]>;
  /** The token of a fresh link. */
  newToken(host: string, email: string): Promise<string>;
  redeem(
    host: string,
    token: string,
    more?: { account?: string; headers?: Record<string, string> },
  ): Promise<Reply>;
  /** Signs a browser in by a fresh link: the Cookie header that it sends from then on. */
  signIn(host: string, email: string): Promise<string>;
  /** The status of the caller's identity with that cookie. */
  status(host: string, cookie: string): Promise<number>;
  makeContact(brokerageId: number, email: string): Promise<number>;
  makeAdmin(email: string): Promise<number>;
  close(): Promise<void>;
};

export const tokenOf = (url: string) => new URL(url).hash.replace("#token=", "");

export async function openStaff(
  environment: Record<string, string> = {},
  options: Parameters<typeof startTestApp>[1] = {},
): Promise<StaffFixture> {
  const lintel = await startTestApp(
    { TRUST_PROXY: "true", CONSOLE_URL: `https://${CONSOLE}`, ...environment },
    options,
  );
  const { db } = lintel.database;
  const fixture: StaffFixture = {
    lintel,
    send: (host, path, { method = "GET", body, cookie, headers = {} } = {}) =>
      lintel.call(path, {
        method,
        host,
        body,
        headers: {
          "x-forwarded-proto": "https",
          ...(cookie !== undefined && { cookie }),
          ...(cookie !== undefined && method !== "GET" && ownPage(host)),
          ...headers,
        },
      }),
    requestLink: (host, email) => fixture.send(host, EMAIL_LINKS, { method: "POST", body: { email } }),
    async links(email) {
      await mailSignInLinks(lintel.ctx);
      const rows = await db
        .selectFrom("messages")
        .select(sql<string>`content -> 'data' ->> 'url'`.as("url"))
        .where("kind", "=", "sign_in_link")
        .where("recipient", "=", email)
        .orderBy("id")
        .execute();
      return rows.map(({ url }) => url);
    },
    async newToken(host, email) {
      const { status, text } = await fixture.requestLink(host, email);
      if (status !== 202) throw new Error(`the request was answered with ${status}: ${text}`);
      const url = (await fixture.links(email)).at(-1);
      if (url === undefined) throw new Error(`${email} got no link`);
      return tokenOf(url);
    },
    redeem: (host, token, { account, headers } = {}) =>
      fixture.send(host, STAFF_SESSIONS, {
        method: "POST",
        body: { token, ...(account !== undefined && { account }) },
        ...(headers && { headers }),
      }),
    async signIn(host, email) {
      const reply = await fixture.redeem(host, await fixture.newToken(host, email));
      if (reply.status !== 201) throw new Error(`the link was answered with ${reply.status}: ${reply.text}`);
      return cookieOf(reply.headers);
    },
    status: async (host, cookie) => (await fixture.send(host, "/api/admin/me", { cookie })).status,
    async makeContact(brokerageId, email) {
      const { id } = await db
        .insertInto("broker_contacts")
        .values({ brokerage_id: brokerageId, name: email, email })
        .returning("id")
        .executeTakeFirstOrThrow();
      return id;
    },
    async makeAdmin(email) {
      const { id } = await db
        .insertInto("admins")
        .values({ email, created_at: lintel.clock.now() })
        .returning("id")
        .executeTakeFirstOrThrow();
      return id;
    },
    close: () => lintel.close(),
  };
  return fixture;
}
