import { errors, jwtVerify, SignJWT } from "jose";
import type { Context } from "../../platform/context.ts";

const ALGORITHM = "HS256";
/** What the same secret signs apart: an unsubscribe link is no favorites token. */
const TYPE = "favorites_auth";
const DAYS = 90;
const TOLERANCE_SECONDS = 60;
const LARGEST_ID = 2_147_483_647;

/** Whose a favorites token is. */
export type TokenOwner = { clientId: number; brokerageId: number; email: string };

/** A token that is good for 90 days (SPEC: Favorites, claims). */
export async function issueToken(
  { secrets, clock }: Context,
  { clientId, brokerageId, email }: TokenOwner,
): Promise<string> {
  const now = Math.floor(clock.now().getTime() / 1000);
  return new SignJWT({ client_id: clientId, brokerage_id: brokerageId, email, type: TYPE })
    .setProtectedHeader({ alg: ALGORITHM, typ: "JWT" })
    .setIssuedAt(now)
    .setExpirationTime(now + DAYS * 86_400)
    .sign(keyOf(secrets.favoritesSecret));
}

/** Whose a token is; null for one that is not ours, is of another type, or has expired. */
export async function readToken({ secrets, clock }: Context, token: string): Promise<TokenOwner | null> {
  try {
    const { payload } = await jwtVerify(token, keyOf(secrets.favoritesSecret), {
      algorithms: [ALGORITHM],
      requiredClaims: ["exp", "iat"],
      currentDate: clock.now(),
    });
    const { type, client_id: clientId, brokerage_id: brokerageId, email, iat } = payload;
    if (type !== TYPE || !isId(clientId) || !isId(brokerageId) || typeof email !== "string") return null;
    // What is yet to be made is not ours, give or take what the clocks of two processes differ.
    if ((iat as number) > clock.now().getTime() / 1000 + TOLERANCE_SECONDS) return null;
    return { clientId, brokerageId, email };
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

function isId(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) > 0 && Number(value) <= LARGEST_ID;
}

function keyOf(secret: string): Uint8Array {
  return new TextEncoder().encode(secret);
}
