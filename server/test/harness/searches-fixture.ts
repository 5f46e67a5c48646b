import { sql } from "kysely";
import type { Email } from "postal-mime";
import type { RawRecord } from "../../src/listings/index.ts";
import { matchChanges, runAlerts } from "../../src/saved-searches/index.ts";
import { ownContext } from "../../src/services.ts";
import { type FavoritesFixture, openFavorites } from "./favorites-fixture.ts";
import { FROM } from "./mail-fixture.ts";
import { home, subscribe } from "./market.ts";
import { type SmtpServer, startSmtpServer } from "./smtp-server.ts";
import { type Reply, startTestApp, type TestApp } from "./test-app.ts";

export const SEARCHES = "/api/v1/searches";

/** A brokerage with a source of its own, whose visitors save searches and get mails from a real mail server. */
export type SearchesFixture = FavoritesFixture & {
  lintel: TestApp;
  source: string;
  /** Imports records of the brokerage's source, and schedules what they cause. */
  import(...records: (RawRecord & { ListingId: string })[]): Promise<void>;
  /** Follows the changes of listings, as the job does. */
  match(): Promise<number>;
  /** Sends what is due now. */
  send(): ReturnType<typeof runAlerts>;
  /** Saves a search of the client of a token. */
  save(token: string, body: object): Promise<Reply>;
  as(token: string): { host: string; headers: Record<string, string> };
};

export async function openSearches(lintel: TestApp, slug: string): Promise<SearchesFixture> {
  const brokerage = await openFavorites(lintel, slug);
  await addSource(lintel, slug);
  await subscribe(lintel, brokerage.id, [slug]);
  const ctx = () => ownContext(lintel.services, "test");
  const as = (token: string) => ({
    host: brokerage.host,
    headers: { authorization: `Bearer ${token}` },
  });
  return {
    ...brokerage,
    lintel,
    source: slug,
    as,
    async import(...records) {
      await lintel.importListings(slug, records.map(home));
      await matchChanges(ctx());
    },
    match: () => matchChanges(ctx()),
    send: () => runAlerts(ctx()),
    save: (token, body) => lintel.call(SEARCHES, { ...as(token), method: "POST", body }),
  };
}

/** A source without listings. */
export async function addSource(lintel: TestApp, name: string): Promise<void> {
  await lintel.importListings(name, []);
  await lintel.database.db
    .insertInto("sources")
    .values({ name })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The whole product with a mail server. */
export async function openAlertMail(environment: Record<string, string> = {}) {
  const server = await startSmtpServer();
  const lintel = await startTestApp({
    LOG_LEVEL: "error",
    MAIL_URL: `smtp://127.0.0.1:${server.port}`,
    MAIL_FROM: FROM,
    PUBLIC_API_URL: "https://api.test",
    ...environment,
  });
  return {
    lintel,
    server,
    mailsTo: (address: string) => mailsTo(server, address),
    async close() {
      await lintel.close();
      await server.close();
    },
  };
}

async function mailsTo(server: SmtpServer, address: string): Promise<Email[]> {
  return (await server.read()).filter(({ to }) => to?.some((each) => each.address === address));
}

/** The token in the mail that asks an address to confirm a search. */
export async function newConfirmation(
  lintel: TestApp,
  host: string,
  email: string,
  search: object = { filters: { city: ["Boise"] } },
): Promise<string> {
  const { status, text } = await lintel.call(SEARCHES, { method: "POST", host, body: { ...search, email } });
  if (status !== 202) throw new Error(`the search was answered with ${status}: ${text}`);
  const { url } = await lintel.database.db
    .selectFrom("messages")
    .select(sql<string>`content -> 'data' ->> 'url'`.as("url"))
    .where("kind", "=", "search_confirmation")
    .where("recipient", "=", email)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  return new URL(url).hash.replace("#token=", "");
}
