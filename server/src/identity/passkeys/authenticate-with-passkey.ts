import type { AuthenticationResponseJSON, WebAuthnCredential } from "@simplewebauthn/server";
import type { UsesBrokerages } from "../../brokerages/index.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { foreignRequest } from "../../platform/http/foreign-requests.ts";
import type { WithCookie } from "../../platform/http/with-cookie.ts";
import type { SignInPlace } from "../accounts/sign-in-place.ts";
import { accountsOf } from "../accounts/staff-accounts.ts";
import { beginAccountSession } from "../sessions/begin-session.ts";
import type { SignedIn } from "../sign-in.schemas.ts";
import { expectedAt, takeChallenge } from "./challenges.ts";
import { passkeyPlace } from "./passkey-owner.ts";
import type { PasskeyAnswer } from "./passkeys.schemas.ts";

/**
 * Signs a member of staff in by a passkey of this host, as long as the account still exists that it was made for.
 *
 * @throws AppError 401 for an answer that does not sign in; 403 as for the options.
 */
export async function authenticateWithPasskey(
  ctx: Context<UsesBrokerages>,
  answer: PasskeyAnswer,
): Promise<WithCookie<SignedIn>> {
  if (ctx.isForeignWrite) throw foreignRequest();
  const place = await passkeyPlace(ctx);
  const passkey = await findPasskey(ctx, place, answer.id);
  if (!passkey) throw notSignedIn();
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const credential: WebAuthnCredential = {
    id: passkey.credential_id,
    publicKey: Uint8Array.from(passkey.public_key),
    counter: Number(passkey.counter),
  };
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { clientExtensionResults: {}, ...answer } as AuthenticationResponseJSON,
    ...expectedAt(place),
    credential,
    expectedChallenge: (challenge) => takeChallenge(ctx, challenge, { host: place.host, userId: null }),
  }).catch((cause: unknown) => {
    throw notSignedIn(cause);
  });
  if (!verified) throw notSignedIn();
  return inTransaction(ctx, async (ctx) => {
    const { numUpdatedRows } = await ctx.db
      .updateTable("passkeys")
      .set({ counter: authenticationInfo.newCounter, last_used_at: ctx.clock.now() })
      .where("id", "=", passkey.id)
      // Of two answers at once with the same counter, the second may be that of a copy.
      .where("counter", "=", passkey.counter)
      .executeTakeFirstOrThrow();
    const { agent_id, broker_contact_id, admin_id } = passkey;
    const account = (await accountsOf(ctx.db, passkey.email ?? "", place)).find(
      ({ record }) =>
        record.agent_id === agent_id &&
        record.broker_contact_id === broker_contact_id &&
        record.admin_id === admin_id,
    );
    if (numUpdatedRows === 0n || !account) throw notSignedIn();
    return beginAccountSession(ctx, account, { place, method: "passkey" });
  });
}

/** Index passkeys_credential_id_key. */
async function findPasskey({ db }: Context, { host }: SignInPlace, credentialId: string) {
  return db
    .selectFrom("passkeys")
    .innerJoin("users", "users.id", "passkeys.user_id")
    .where("credential_id", "=", credentialId)
    .where("rp_id", "=", host)
    .select([
      "passkeys.id",
      "credential_id",
      "public_key",
      "counter",
      "passkeys.agent_id",
      "broker_contact_id",
      "admin_id",
      "users.email",
    ])
    .executeTakeFirst();
}

function notSignedIn(cause?: unknown): AppError {
  return new AppError(
    "unauthenticated",
    "This passkey does not sign in here: try again, or sign in by email",
    {
      cause,
    },
  );
}
