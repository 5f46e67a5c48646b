import type { UsesBrokerages } from "../../brokerages/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import { ALGORITHMS, CHALLENGE_MS, noteChallenge } from "./challenges.ts";
import { passkeyOwner, passkeyPlace } from "./passkey-owner.ts";

/**
 * What the browser passes to `navigator.credentials.create`, for a passkey that its owner unlocks and that names its owner by itself.
 *
 * @throws AppError 403 for who has not signed in by email, and on a brokerage's domain beside CONSOLE_URL.
 */
export async function createPasskeyRegistrationOptions(ctx: ActorContext<UsesBrokerages>) {
  const { host } = await passkeyPlace(ctx);
  const { user_id: userId, email } = await passkeyOwner(ctx);
  const own = await ctx.db
    .selectFrom("passkeys")
    .select(["credential_id as id", "transports"])
    .where("user_id", "=", userId)
    .where("rp_id", "=", host)
    .execute();
  // Loaded with the first passkey: it takes 0.15 s, which a start does not have.
  const { generateRegistrationOptions } = await import("@simplewebauthn/server");
  const options = await generateRegistrationOptions({
    rpName: "Lintel",
    rpID: host,
    userID: new TextEncoder().encode(`lintel user ${userId}`),
    userName: email,
    userDisplayName: email,
    timeout: CHALLENGE_MS,
    excludeCredentials: own,
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  await noteChallenge(ctx, options.challenge, { host, userId });
  return options;
}
