import type { JWTPayload, ProtectedHeaderParameters } from "jose";

/** The `typ` of access tokens in RFC 9068. */
const EXPLICIT_TYPES: unknown[] = ["at+jwt", "application/at+jwt"];
/** The `typ` of most providers' access tokens, and of some providers' ID tokens too. */
const PLAIN_TYPES: unknown[] = [undefined, "jwt"];

/** Headers that carry a key or a key's address, or that change how the token is parsed. */
const REFUSED_HEADERS = ["crit", "jku", "jwk", "x5u", "x5c", "b64", "cty", "zip", "enc"] as const;

/** Claims of ID tokens and logout tokens that access tokens do not need. */
const FOREIGN_CLAIMS = ["at_hash", "c_hash", "s_hash", "events"];

/**
 * Whether a token signed by the provider is an access token for this API. Closed by default, because ID tokens,
 * refresh tokens and logout tokens have the same signature and may have the same audience. A sender-constrained token
 * (`cnf`: DPoP, mutual TLS) is refused, because nothing here checks that its sender holds the key.
 *
 * @param payload may be unverified.
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

/** Normalized as JOSE compares media types; null when it is not a string. */
function typeOf({ typ }: ProtectedHeaderParameters): string | undefined | null {
  if (typ === undefined) return undefined;
  return typeof typ === "string" ? typ.toLowerCase() : null;
}

/** Checks the payload's own statement of the token's kind: Keycloak writes `typ`, Cognito and others `token_use`. */
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

/** Cognito's access tokens have no audience unless one is requested; `client_id` takes its place. */
export function hasClientAsAudience({ aud, token_use }: JWTPayload): boolean {
  return aud === undefined && token_use === "access";
}

function isForUs(payload: JWTPayload, audience: string): boolean {
  const { aud, client_id } = payload;
  if (hasClientAsAudience(payload)) return client_id === audience;
  const named: unknown[] = Array.isArray(aud) ? aud : [aud];
  return named.includes(audience) && named.every((each) => typeof each === "string");
}

/**
 * For tokens without a `typ`: claims that only ID tokens have, and claims that a provider's access tokens always have.
 */
function looksLikeIdToken(payload: JWTPayload): boolean {
  const { nonce, typ, azp, aud, appid, tid, ver } = payload;
  // Keycloak before version 25 writes the nonce into both kinds, and marks them with `typ`.
  if (nonce !== undefined && typ === undefined) return true;
  // Entra: access tokens have a client claim, ID tokens do not.
  if (tid !== undefined && ver !== undefined) return azp === undefined && appid === undefined;
  if (GRANT_CLAIMS.some((name) => payload[name] !== undefined)) return false;
  // The audience of an ID token is the client that it was issued to.
  if (azp !== undefined) return Array.isArray(aud) ? aud.includes(azp as string) : aud === azp;
  return SIGN_IN_CLAIMS.some((name) => payload[name] !== undefined);
}

/** What was granted and to which client: ID tokens have none of these. */
const GRANT_CLAIMS = ["scope", "scp", "client_id", "cid", "gty", "token_use", "typ"];
/** Claims about the sign-in. An access token that has one of them also has a grant claim. */
const SIGN_IN_CLAIMS = ["auth_time", "acr", "amr", "sid"];
