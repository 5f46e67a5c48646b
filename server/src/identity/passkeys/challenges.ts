import type { Context } from "../../platform/context.ts";
import type { SignInPlace } from "../accounts/sign-in-place.ts";

/** Lifetime of a challenge, within which the browser's owner must confirm. */
export const CHALLENGE_MS = 5 * 60_000;

/** Of a registration the person; null: of a sign-in, before it is known whose. */
type Purpose = { host: string; userId: number | null };

/** EdDSA, ES256 and RS256 (COSE): one of them is in every authenticator. The library's default asks Node for experimental ones. */
export const ALGORITHMS = [-8, -7, -257];

/** Notes a challenge that a browser is given, for one answer. */
export async function noteChallenge(
  { db, clock }: Context,
  challenge: string,
  { host, userId }: Purpose,
): Promise<void> {
  await db
    .insertInto("passkey_challenges")
    .values({
      challenge,
      user_id: userId,
      host,
      expires_at: new Date(clock.now().getTime() + CHALLENGE_MS),
    })
    .execute();
}

/**
 * Takes the challenge that an answer has signed. It is committed on its own, so that it is gone after a wrong answer too. Index passkey_challenges_pkey.
 *
 * @returns whether it was given here, for this purpose, and not used or too old.
 */
export async function takeChallenge(
  { db, clock }: Context,
  challenge: string,
  { host, userId }: Purpose,
): Promise<boolean> {
  const taken = await db
    .deleteFrom("passkey_challenges")
    .where("challenge", "=", challenge)
    .returning(["host", "user_id", "expires_at"])
    .executeTakeFirst();
  return (
    taken !== undefined && taken.host === host && taken.user_id === userId && taken.expires_at > clock.now()
  );
}

/** What an answer must have signed beside the challenge: the origin of the page, and the host that the passkey is of. */
export function expectedAt({ origin, host }: SignInPlace) {
  return { expectedOrigin: origin, expectedRPID: host, requireUserVerification: true } as const;
}
