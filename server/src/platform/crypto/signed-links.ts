import { webcrypto } from "node:crypto";
import { errors, jwtVerify, SignJWT } from "jose";

const ALGORITHM = "HS256";
const LARGEST_ID = 2_147_483_647;

/** The purpose of a link and its record. */
export type Link = { type: string; id: number };

/** The token of a link without expiry: a JWS of type and id, deterministic. */
export async function signLink(secret: string, { type, id }: Link): Promise<string> {
  return new SignJWT({ type })
    .setProtectedHeader({ alg: ALGORITHM })
    .setSubject(String(id))
    .sign(await keyOf(secret));
}

/**
 * The id in a token of that type signed with that secret; null otherwise. The type separates links of other kinds and
 * favorites tokens under the same secret.
 */
export async function readLink(secret: string, type: string, token: string): Promise<number | null> {
  try {
    const { payload } = await jwtVerify(token, await keyOf(secret), {
      algorithms: [ALGORITHM],
    });
    if (payload.type !== type || !/^[1-9]\d{0,9}$/.test(payload.sub ?? "")) return null;
    const id = Number(payload.sub);
    if (id > LARGEST_ID) return null;
    // Rejects alternative base64 spellings of the same bytes: one link has one token.
    return (await signLink(secret, { type, id })) === token ? id : null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

/** Imported keys. There are few secrets, and a drip pass signs ten thousand links. */
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
