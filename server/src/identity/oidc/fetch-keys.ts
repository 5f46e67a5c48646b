import { createLocalJWKSet, type JSONWebKeySet, type LocalJWKSet } from "jose";
import { isTamperProof } from "../../platform/config/settings.ts";
import { trimTrailing } from "../../platform/trim-trailing.ts";
import { fetchJson } from "./fetch-json.ts";

/** For both documents together. */
const TIMEOUT_MS = 5000;

/** An OpenID provider's signing keys and issuer name. */
export type IssuerKeys = {
  /** As the provider spells it; the `iss` of its tokens must be equal. */
  issuer: string;
  find: LocalJWKSet;
  endpoints: Endpoints;
};

/** Where people sign in; null where the provider has none, or one that is not tamper-proof. */
type Endpoints = {
  authorization: string | null;
  token: string | null;
  /** How clients may prove who they are. */
  tokenAuthMethods: string[] | null;
};

type Discovery = Partial<
  Record<
    | "issuer"
    | "jwks_uri"
    | "authorization_endpoint"
    | "token_endpoint"
    | "token_endpoint_auth_methods_supported",
    unknown
  >
>;

/**
 * Fetches an OpenID provider's discovery document, then its keys from the `jwks_uri` in it.
 *
 * @param issuer without a trailing slash; the provider's own spelling may have one.
 * @throws Error with the reason, for the log.
 */
export async function fetchKeys(issuer: string): Promise<IssuerKeys> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const address = `${issuer}/.well-known/openid-configuration`;
  const document = (await fetchJson(address, signal)) as Discovery | null;
  const { issuer: stated, jwks_uri } = document ?? {};
  if (typeof stated !== "string" || withoutSlash(stated) !== issuer) {
    throw new Error(`${address} belongs to the issuer ${String(stated)}`);
  }
  if (typeof jwks_uri !== "string" || !URL.canParse(jwks_uri) || !isTamperProof(jwks_uri)) {
    throw new Error(`${address} has a jwks_uri that is not an https:// address`);
  }
  const keys = (await fetchJson(jwks_uri, signal)) as JSONWebKeySet;
  return { issuer: stated, find: createLocalJWKSet(keys), endpoints: endpointsOf(document as Discovery) };
}

function endpointsOf(document: Discovery): Endpoints {
  const safe = (value: unknown) =>
    typeof value === "string" && URL.canParse(value) && isTamperProof(value) ? value : null;
  const methods = document.token_endpoint_auth_methods_supported;
  return {
    authorization: safe(document.authorization_endpoint),
    token: safe(document.token_endpoint),
    tokenAuthMethods: Array.isArray(methods) ? methods.map(String) : null,
  };
}

export function withoutSlash(issuer: string): string {
  return trimTrailing("/", issuer);
}
