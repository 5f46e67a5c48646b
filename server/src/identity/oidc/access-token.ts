import type { JWTPayload, ProtectedHeaderParameters } from "jose";

/** Access tokens by the letter of RFC 9068. */
const EXPLICIT_TYPES: unknown[] = ["at+jwt", "application/at+jwt"];
/** Most providers write their access tokens so, and some their ID tokens too. */
const PLAIN_TYPES: unknown[] = [undefined, "jwt"];

/** Headers that bring a key or the address of one, or that change how the token is to be read. */
const REFUSED_HEADERS = ["crit", "jku", "jwk", "x5u", "x5c", "b64", "cty", "zip", "enc"] as const;

/** Claims of ID tokens and logout tokens that no access token needs. */
const FOREIGN_CLAIMS = ["at_hash", "c_hash", "s_hash", "events"];

/**
 * Whether a token that the provider has signed is an access token for us: closed by default, because ID tokens, refresh tokens and
 * logout tokens bear the same signature and may name the same audience. A token that is bound to a key of its holder (`cnf`: DPoP,
 * mutual TLS) is none, because nothing here checks that its sender has the key.
 *
 * @param payload nothing of it needs to be proven yet.
 */
export function isAccessToken(
  header: ProtectedHeaderParameters,
  payload: JWTPayload,
  audience: string,
): boolean {
  if (REFUSED_HEADERS.some((name) => header[name] !== undefined)) return false;
  if (payload.cnf !== undefined || FOREIGN_CLAIMS.some((name) => payload[name] !== undefined)) return false;
  if (payload.type === "favorites_auth" || !isNamedAccessToken(payload)) return false;
  if (!isForUs(payload, audience)) return false;
  const type = typeOf(header);
  if (EXPLICIT_TYPES.includes(type)) return payload.nonce === undefined;
  return PLAIN_TYPES.includes(type) && !looksLikeIdToken(payload);
}

/** As JOSE compares media types; null for what is no text. */
function typeOf({ typ }: ProtectedHeaderParameters): string | undefined | null {
  if (typ === undefined) return undefined;
  return typeof typ === "string" ? typ.toLowerCase() : null;
}

/** What providers themselves write into the payload of what kind it is: Keycloak `typ`, Cognito and others `token_use`. */
function isNamedAccessToken({ typ, token_use, token_type, jti }: JWTPayload): boolean {
  return (
    isOneOf(typ, ["bearer"]) &&
    isOneOf(token_use, ["access"]) &&
    isOneOf(token_type, ["access", "bearer", "access_token", "at+jwt"]) &&
    // Okta.
    !(typeof jti === "string" && jti.startsWith("ID."))
  );
}

function isOneOf(claim: unknown, words: readonly string[]): boolean {
  return claim === undefined || (typeof claim === "string" && words.includes(claim.toLowerCase()));
}

/** Cognito's access tokens have no audience, unless one is asked for: the client stands for it. */
export function hasClientAsAudience({ aud, token_use }: JWTPayload): boolean {
  return aud === undefined && token_use === "access";
}

function isForUs(payload: JWTPayload, audience: string): boolean {
  const { aud, client_id } = payload;
  if (hasClientAsAudience(payload)) return client_id === audience;
  const named: unknown[] = Array.isArray(aud) ? aud : [aud];
  return named.includes(audience) && named.every((each) => typeof each === "string");
}

/** Of tokens without a type of their own: what only ID tokens have, and what access tokens of a provider always have. */
function looksLikeIdToken(payload: JWTPayload): boolean {
  const { nonce, typ, azp, aud, appid, tid, ver } = payload;
  // Keycloak before version 25 writes the nonce into both, and says which is which.
  if (nonce !== undefined && typ === undefined) return true;
  // Entra: its access tokens name the client, its ID tokens do not.
  if (tid !== undefined && ver !== undefined) return azp === undefined && appid === undefined;
  if (GRANT_CLAIMS.some((name) => payload[name] !== undefined)) return false;
  // The audience of an ID token is the client that it was issued to.
  if (azp !== undefined) return Array.isArray(aud) ? aud.includes(azp as string) : aud === azp;
  return SIGN_IN_CLAIMS.some((name) => payload[name] !== undefined);
}

/** What was granted, and to which client: no ID token has these. */
const GRANT_CLAIMS = ["scope", "scp", "client_id", "cid", "gty", "token_use", "typ"];
/** Claims about the sign-in: an access token that has them has one of the others as well. */
const SIGN_IN_CLAIMS = ["auth_time", "acr", "amr", "sid"];
