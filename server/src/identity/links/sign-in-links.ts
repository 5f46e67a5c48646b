import { sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import { isAddress } from "../../platform/data-subject.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { newToken } from "../sessions/staff-sessions.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** How long a mailed link is valid. */
const MAILED_MS = 15 * MINUTE_MS;
/** A link on the operator's own terminal, which is opened when there is time for it. */
const PRINTED_MS = 24 * HOUR_MS;
/**
 * Links of a person in an hour, for each brokerage and for CONSOLE_URL: otherwise anyone could use up those of the host at which a person
 * signs in by requests at hosts where they have no account, of which they learn nothing.
 */
const MAX_PER_HOUR = 5;

/** The job that mails links: a request answers before the address is looked up, so that its time tells nothing about it. */
export const mailSignInLinksJob = "mail-sign-in-links";

/** Path of the page that a link opens. What stands behind the `#` reaches no server before its button is pressed. */
export const SIGN_IN_PATH = "/console/sign-in";

export function linkUrl(origin: string, token: string): string {
  return `${origin}${SIGN_IN_PATH}#token=${token}`;
}

type WantedLink = {
  email: string;
  brokerageId: number | null;
  origin: string;
  grantsAdmin?: boolean;
};

/** Records the request of a link for an address. @returns false when it has had five there within the hour, of any sender. Index sign_in_links_email. */
export async function requestLink(
  ctx: Context,
  { email, brokerageId, origin, grantsAdmin = false }: WantedLink,
): Promise<boolean> {
  const now = ctx.clock.now();
  const { consoleUrl } = ctx.config;
  return inTransaction(ctx, async (ctx) => {
    // Requests of one address at once are counted one after the other.
    await sql`select pg_advisory_xact_lock(hashtextextended(lower(${`sign-in ${email}`}), 0))`.execute(
      ctx.db,
    );
    const { count } = await ctx.db
      .selectFrom("sign_in_links")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where(isAddress(sql.ref("email"), email))
      .where("created_at", ">", new Date(now.getTime() - HOUR_MS))
      .where("brokerage_id", "is not distinct from", brokerageId)
      // Names of this machine, which any request may have, are of no brokerage as well.
      .where("origin", origin === consoleUrl ? "=" : "<>", consoleUrl ?? "")
      .executeTakeFirstOrThrow();
    if (count >= MAX_PER_HOUR) return false;
    await ctx.db
      .insertInto("sign_in_links")
      .values({
        email,
        grants_admin: grantsAdmin,
        brokerage_id: brokerageId,
        origin,
        created_at: now,
        expires_at: new Date(now.getTime() + MAILED_MS),
      })
      .execute();
    return true;
  });
}

/** Makes a link for the operator's terminal: for a key, or for the accounts of an email. @returns its address. */
export async function printedLink(
  { db, clock }: Pick<Context, "db" | "clock">,
  {
    origin,
    ...of
  }: { origin: string } & ({ apiKeyId: number } | { email: string; brokerageId: number | null }),
): Promise<string> {
  const { token, hash } = newToken();
  const now = clock.now();
  await db
    .insertInto("sign_in_links")
    .values({
      ...("apiKeyId" in of ? { api_key_id: of.apiKeyId } : { email: of.email, brokerage_id: of.brokerageId }),
      origin,
      token_hash: hash,
      mailed_at: now,
      created_at: now,
      expires_at: new Date(now.getTime() + PRINTED_MS),
    })
    .execute();
  return linkUrl(origin, token);
}
