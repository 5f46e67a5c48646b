import { errors, jwtVerify, SignJWT } from "jose";
import type { Context } from "../platform/context.ts";

const ALGORITHM = "HS256";
/** Separates token types that are signed with the same secret: an unsubscribe link is no favorites token. */
const TYPE = "favorites_auth";
const DAYS = 90;
const CLOCK_TOLERANCE_SECONDS = 60;
const LARGEST_ID = 2_147_483_647;

/** The client that a favorites token identifies. */
export type TokenOwner = { clientId: number; brokerageId: number; email: string };

/** Issues a token that is valid for 90 days (SPEC: Favorites, claims). */
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

/** Reads a token; null when it is not ours, has another type, or has expired. */
export async function readToken({ secrets, clock }: Context, token: string): Promise<TokenOwner | null> {
  try {
    const { payload } = await jwtVerify(token, keyOf(secrets.favoritesSecret), {
      algorithms: [ALGORITHM],
      requiredClaims: ["exp", "iat"],
      currentDate: clock.now(),
    });
    const { type, client_id: clientId, brokerage_id: brokerageId, email, iat } = payload;
    if (type !== TYPE || !isId(clientId) || !isId(brokerageId) || typeof email !== "string") return null;
    // A token issued in the future is refused, with a tolerance for clock skew between processes.
    if ((iat as number) > clock.now().getTime() / 1000 + CLOCK_TOLERANCE_SECONDS) return null;
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
