import { SignJWT } from "jose";
import { sql } from "kysely";
import { type LeadFixture, openLeads } from "./lead-fixture.ts";
import type { Reply, TestApp } from "./test-app.ts";
import { testSecrets } from "./test-secrets.ts";

export const FAVORITES = "/api/v1/favorites";
export const INVALID_TOKEN_REPLY = [
  401,
  { detail: "Invalid or expired auth token. Request a new magic link." },
];

type Headers = Record<string, string>;

/** A brokerage whose visitors have favorites; mail stays in the ledger, where its links are read. */
export type FavoritesFixture = LeadFixture & {
  /** Asks for a link. */
  requestLink(email: string, headers?: Headers): Promise<Reply>;
  /** The link in the last mail to an address. */
  linkUrl(email: string): Promise<string>;
  /** The code in the last mail with a link, or with the confirmation of a search. */
  linkCode(email: string, kind?: "magic_link" | "search_confirmation"): Promise<string>;
  /** The token of a fresh link. */
  newToken(email: string, headers?: Headers): Promise<string>;
  /** Uses a link's token, on the brokerage's domain. */
  verify(token: string, headers?: Headers): Promise<Reply>;
  /** Requests a link and verifies it: the favorites token of an address. */
  signIn(email: string): Promise<string>;
  list(token: string): Promise<Reply>;
  sync(token: string, favorites: unknown, headers?: Record<string, string>): Promise<Reply>;
  remove(token: string, listingId: string): Promise<Reply>;
};

export async function openFavorites(lintel: TestApp, slug: string): Promise<FavoritesFixture> {
  const brokerage = await openLeads(lintel, slug);
  const { host } = brokerage;
  const as = (token: string) => ({ host, headers: { authorization: `Bearer ${token}` } });
  const fixture: FavoritesFixture = {
    ...brokerage,
    requestLink: (email, headers = {}) =>
      lintel.call(`${FAVORITES}/magic-link`, { method: "POST", host, headers, body: { email } }),
    async linkUrl(email) {
      const row = await lintel.database.db
        .selectFrom("messages")
        .select(sql<string>`content -> 'data' ->> 'url'`.as("url"))
        .where("brokerage_id", "=", brokerage.id)
        .where("kind", "=", "magic_link")
        .where("recipient", "=", email)
        .orderBy("id", "desc")
        .executeTakeFirstOrThrow();
      return row.url;
    },
    async linkCode(email, kind = "magic_link") {
      const row = await lintel.database.db
        .selectFrom("messages")
        .select(sql<string>`content -> 'data' ->> 'code'`.as("code"))
        .where("brokerage_id", "=", brokerage.id)
        .where("kind", "=", kind)
        .where("recipient", "=", email)
        .orderBy("id", "desc")
        .executeTakeFirstOrThrow();
      return row.code;
    },
    async newToken(email, headers = {}) {
      const { status, text } = await fixture.requestLink(email, headers);
      if (status !== 200) throw new Error(`the link was answered with ${status}: ${text}`);
      return new URL(await fixture.linkUrl(email)).hash.replace("#token=", "");
    },
    verify: (token, headers = {}) => lintel.call(`${FAVORITES}/verify/${token}`, { host, headers }),
    async signIn(email) {
      const { status, body, text } = await fixture.verify(await fixture.newToken(email));
      if (status !== 200) throw new Error(`the link was answered with ${status}: ${text}`);
      return body.auth_token;
    },
    list: (token) => lintel.call(FAVORITES, as(token)),
    sync: (token, favorites, headers = {}) =>
      lintel.call(`${FAVORITES}/sync`, {
        host,
        headers: { ...as(token).headers, ...headers },
        method: "POST",
        body: { favorites },
      }),
    remove: (token, listingId) =>
      lintel.call(`${FAVORITES}/${encodeURIComponent(listingId)}`, { ...as(token), method: "DELETE" }),
  };
  return fixture;
}

/** A token as the product signs it, but for what a test wants otherwise. */
export function favoritesToken(
  { clock }: TestApp,
  claims: object,
  { alg = "HS256", key = new TextEncoder().encode(testSecrets.favoritesSecret) as SigningKey } = {},
): Promise<string> {
  const now = Math.floor(clock.now().getTime() / 1000);
  const usual = { type: "favorites_auth", email: "ada@visitors.test", iat: now, exp: now + 90 * 86_400 };
  return new SignJWT({ ...usual, ...claims }).setProtectedHeader({ alg }).sign(key);
}

type SigningKey = Parameters<SignJWT["sign"]>[0];
