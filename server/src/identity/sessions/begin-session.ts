import { holdAgent } from "../../agents/index.ts";
import { recordChange } from "../../audit/index.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { Actor, SignInMethod } from "../../platform/http/permissions.ts";
import { STAFF_COOKIE } from "../../platform/http/staff-cookie.ts";
import { WithCookie } from "../../platform/http/with-cookie.ts";
import { requireAdmitted, type SignInPlace } from "../accounts/sign-in-place.ts";
import { type AccountRecord, noRecord, type StaffAccount } from "../accounts/staff-accounts.ts";
import { currentUser } from "../current-user.ts";
import { upsertUser } from "../oidc/users.ts";
import type { SignedIn } from "../sign-in.schemas.ts";
import { endOf, insertSession, SESSION_MS } from "./staff-sessions.ts";

type SignIn = { place: SignInPlace; method: SignInMethod };

/** Of the users who sign in by email. The issuers of a provider's are addresses. */
export const OWN_ISSUER = "lintel";

/** Signs in the owner of an account, in the transaction that has found it. */
export async function beginAccountSession(
  ctx: Context,
  { name, record, ...account }: StaffAccount,
  signIn: SignIn,
): Promise<WithCookie<SignedIn>> {
  const userId = await upsertUser(ctx, { issuer: OWN_ISSUER, subject: name, ...account });
  const actor = { ...account, name: account.email, userId, apiKeyId: null };
  return beginSession(ctx, { ...signIn, actor, record });
}

/**
 * Signs in a key, or a person of the OpenID provider.
 *
 * @throws AppError 403 where the role or the brokerage does not sign in, 401 for an agent who is disabled meanwhile.
 */
export async function beginActorSession(
  ctx: Context,
  actor: Actor,
  signIn: SignIn,
): Promise<WithCookie<SignedIn>> {
  return inTransaction(ctx, async (ctx) => {
    // Of others an agent's record is no condition.
    const agentId = actor.role === "agent" || actor.apiKeyId !== null ? actor.agentId : null;
    if (agentId !== null && !(await holdAgent(ctx.db, agentId)))
      throw new AppError("unauthenticated", "This agent account is disabled");
    return beginSession(ctx, { ...signIn, actor, record: { ...noRecord, agent_id: agentId } });
  });
}

async function beginSession(
  ctx: Context,
  { place, method, actor, record }: SignIn & { actor: Actor; record: AccountRecord },
): Promise<WithCookie<SignedIn>> {
  requireAdmitted(place, actor);
  const { session, token } = await insertSession(ctx, { host: place.host, actor, record, method });
  await recordChange(
    { ...ctx, actor },
    {
      action: "create",
      targetType: "staff_session",
      targetId: session.id,
      brokerageId: actor.brokerageId,
      after: { method, host: place.host },
    },
  );
  return new WithCookie(
    {
      session: { ...session, method, device: ctx.device, expires_at: endOf(session), is_current: true },
      user: currentUser(actor),
    },
    { name: STAFF_COOKIE, value: token, seconds: SESSION_MS / 1000, isHostOnly: true },
  );
}
