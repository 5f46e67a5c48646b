import { brokerageSummaries } from "../../brokerages/index.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { WithCookie } from "../../platform/http/with-cookie.ts";
import type { SignInPlace } from "../accounts/sign-in-place.ts";
import { accountsOf, type StaffAccount } from "../accounts/staff-accounts.ts";
import { addAdmin } from "../admins/add-admin.ts";
import { requireOpenKey } from "../admins/require-open-key.ts";
import { actorOfKey } from "../keys/authenticate-key.ts";
import type { UsesIdentity } from "../services.ts";
import { beginAccountSession, beginActorSession } from "../sessions/begin-session.ts";
import { hashOfToken } from "../sessions/staff-sessions.ts";
import type { AccountChoice, SignedIn } from "../sign-in.schemas.ts";

/**
 * Signs in by a link, which is used up: of concurrent requests one signs in. An email with several accounts gets their list first, which
 * uses nothing up.
 *
 * @throws AppError 401 for a link that is unknown, used, expired or another brokerage's.
 */
export async function signInByLink(
  ctx: Context<UsesIdentity>,
  place: SignInPlace,
  { token, account }: { token: string; account: string | undefined },
): Promise<WithCookie<SignedIn> | AccountChoice> {
  return inTransaction(ctx, async (ctx) => {
    const link = await lockLink(ctx, token);
    if (link.api_key_id !== null) {
      const actor = await actorOfKey(ctx, { id: link.api_key_id });
      await requireOpenKey(ctx, actor);
      await useLink(ctx, link.id);
      return beginActorSession(ctx, actor, { place, method: "email_link" });
    }
    const isAdmins = link.grants_admin && place.admins;
    const isHere = link.brokerage_id === place.brokerageId;
    // `/console` of a brokerage's domain leads to CONSOLE_URL: there the link signs in to that brokerage alone.
    const isLedHere = place.origin === ctx.config.consoleUrl;
    if (!isAdmins && !isHere && !isLedHere) throw unknownLink();
    const email = link.email as string;
    if (isAdmins) await addAdmin(ctx, email);
    const scope = isAdmins || isHere ? place : { brokerageId: link.brokerage_id, admins: false };
    const accounts = await accountsOf(ctx.db, email, scope);
    const [first] = accounts;
    // Of several, an admin's is the first.
    const isGiven = isAdmins || (accounts.length === 1 && account === undefined);
    const chosen = isGiven ? first : accounts.find(({ name }) => name === account);
    if (!chosen && accounts.length > 1 && account === undefined) return choiceOf(ctx, accounts);
    if (!chosen) throw unknownLink();
    await useLink(ctx, link.id);
    return beginAccountSession(ctx, chosen, { place, method: "email_link" });
  });
}

/** The link of a token, locked until the transaction ends. Index sign_in_links_token_hash_key. */
async function lockLink({ db, clock }: Context, token: string) {
  const link = await db
    .selectFrom("sign_in_links")
    .select(["id", "email", "api_key_id", "grants_admin", "brokerage_id", "used_at", "expires_at"])
    .where("token_hash", "=", hashOfToken(token))
    .forUpdate()
    .executeTakeFirst();
  if (!link) throw unknownLink();
  if (link.used_at !== null) throw refusal("This sign-in link has already been used. Request a new one.");
  if (link.expires_at <= clock.now()) throw refusal("This sign-in link has expired. Request a new one.");
  return link;
}

async function useLink({ db, clock }: Context, id: number): Promise<void> {
  await db.updateTable("sign_in_links").set({ used_at: clock.now() }).where("id", "=", id).execute();
}

async function choiceOf({ db }: Context, accounts: StaffAccount[]): Promise<AccountChoice> {
  const ids = accounts.flatMap(({ brokerageId }) => brokerageId ?? []);
  const brokerages = await brokerageSummaries(db, ids);
  return {
    accounts: accounts.map(({ name, role, brokerageId }) => ({
      account: name,
      role,
      brokerage_id: brokerageId,
      brokerage_name: (brokerageId !== null && brokerages.get(brokerageId)?.name) || null,
    })),
  };
}

const unknownLink = () => refusal("This sign-in link is not valid here. Request a new one.");

function refusal(detail: string): AppError {
  return new AppError("unauthenticated", detail);
}
