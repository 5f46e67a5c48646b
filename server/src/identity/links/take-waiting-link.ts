import type { Context } from "../../platform/context.ts";
import { asDomain } from "../../platform/http/host.ts";
import { admitsAdmins } from "../accounts/sign-in-place.ts";
import { accountsOf } from "../accounts/staff-accounts.ts";
import { newToken } from "../sessions/staff-sessions.ts";
import { linkUrl } from "./sign-in-links.ts";

/** A link that is to be mailed. */
export type LinkToMail = {
  id: number;
  email: string;
  url: string;
  /** The brokerage that sends the mail. Null for links of CONSOLE_URL, which belong to no brokerage: the first enabled one sends them. */
  brokerageId: number | null;
  /** Its owner becomes an admin by it. */
  isInvitation: boolean;
};

/**
 * Takes the oldest link that waits to be mailed, in a transaction: it gets its token, and is mailed or not with the transaction. Index
 * sign_in_links_waiting.
 *
 * @returns undefined without any; null for an address that has no account, or none at that host.
 */
export async function takeWaitingLink(ctx: Context): Promise<LinkToMail | null | undefined> {
  const { db, clock, config } = ctx;
  const link = await db
    .selectFrom("sign_in_links")
    .select(["id", "email", "origin", "brokerage_id", "grants_admin", "expires_at"])
    .where("mailed_at", "is", null)
    .orderBy("id")
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!link) return undefined;
  const email = link.email as string;
  const admins = admitsAdmins(config, asDomain(new URL(link.origin).host));
  const accounts = await accountsOf(db, email, { brokerageId: link.brokerage_id, admins });
  const isWanted = (link.grants_admin || accounts.length > 0) && link.expires_at > clock.now();
  const { token, hash } = newToken();
  await db
    .updateTable("sign_in_links")
    .set({ mailed_at: clock.now(), ...(isWanted && { token_hash: hash }) })
    .where("id", "=", link.id)
    .execute();
  if (!isWanted) return null;
  const own = accounts.find(({ brokerageId }) => brokerageId !== null);
  return {
    id: link.id,
    email,
    url: linkUrl(link.origin, token),
    brokerageId: link.brokerage_id ?? own?.brokerageId ?? null,
    isInvitation: link.grants_admin,
  };
}
