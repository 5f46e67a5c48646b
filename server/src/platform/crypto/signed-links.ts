import { webcrypto } from "node:crypto";
import { errors, jwtVerify, SignJWT } from "jose";

const ALGORITHM = "HS256";
const LARGEST_ID = 2_147_483_647;

/** What a link is good for, and for which record. */
export type Link = { type: string; id: number };

/** Makes the token of a link that works for ever: a JWS of its type and id, the same each time. */
export async function signLink(secret: string, { type, id }: Link): Promise<string> {
  return new SignJWT({ type })
    .setProtectedHeader({ alg: ALGORITHM })
    .setSubject(String(id))
    .sign(await keyOf(secret));
}

/**
 * The id in a token of that type which was signed with that secret; null for anything else. The type keeps what the same
 * secret signs apart: a link of another kind, or a favorites token.
 */
export async function readLink(secret: string, type: string, token: string): Promise<number | null> {
  try {
    const { payload } = await jwtVerify(token, await keyOf(secret), {
      algorithms: [ALGORITHM],
    });
    if (payload.type !== type || !/^[1-9]\d{0,9}$/.test(payload.sub ?? "")) return null;
    const id = Number(payload.sub);
    if (id > LARGEST_ID) return null;
    // Spelt otherwise, it may decode to the same bytes: one link has one token.
    return (await signLink(secret, { type, id })) === token ? id : null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

/** An installation has few secrets, and signs ten thousand links in a pass of drips. */
const keys = new Map<string, Promise<webcrypto.CryptoKey>>();

function keyOf(secret: string): Promise<webcrypto.CryptoKey> {
  const known = keys.get(secret);
  if (known) return known;
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const key = webcrypto.subtle.importKey("raw", new TextEncoder().encode(secret), hmac, false, [
    "sign",
    "verify",
  ]);
  keys.set(secret, key);
  return key;
}
