import type { UsesBrokerages } from "../../brokerages/index.ts";
import type { ActorContext, Context } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { sessionKinds } from "../../platform/http/permissions.ts";
import { isHome, type SignInPlace, signInPlace } from "../accounts/sign-in-place.ts";
import type { AccountRecord } from "../accounts/staff-accounts.ts";

export const NOT_HOME = "Passkeys are made and used at the address of CONSOLE_URL";
export const NO_OWNER = sessionKinds.email.refusal;

/** @throws AppError 403 on a brokerage's domain beside CONSOLE_URL, and over http; 404 `Brokerage not found`. */
export async function passkeyPlace(ctx: Context<UsesBrokerages>): Promise<SignInPlace> {
  const place = await signInPlace(ctx);
  if (!isHome(ctx.config, place)) throw new AppError("forbidden", NOT_HOME);
  return place;
}

export type PasskeyOwner = AccountRecord & { user_id: number; email: string };

/**
 * The person whose session makes a passkey. A passkey lasts longer than a session, so it needs a record that ends it too: keys and people
 * of the OpenID provider have none here.
 *
 * @throws AppError 403
 */
export async function passkeyOwner({ db, actor }: ActorContext): Promise<PasskeyOwner> {
  const session =
    actor.sessionId === undefined
      ? undefined
      : await db
          .selectFrom("staff_sessions")
          .select(["user_id", "email", "agent_id", "broker_contact_id", "admin_id"])
          .where("id", "=", actor.sessionId)
          .where("method", "in", ["email_link", "passkey"])
          .executeTakeFirst();
  if (!session || session.user_id === null) throw new AppError("forbidden", NO_OWNER);
  return { ...session, user_id: session.user_id };
}
