import { createLocalJWKSet, type JSONWebKeySet, type LocalJWKSet } from "jose";
import { isTamperProof } from "../../platform/config/settings.ts";
import { trimTrailing } from "../../platform/trim-trailing.ts";
import { fetchJson } from "./fetch-json.ts";

/** Both documents together. */
const TIMEOUT_MS = 5000;

/** The keys an OpenID provider signs with, and the name it signs under. */
export type IssuerKeys = {
  /** As the provider writes it, and as its tokens must have it. */
  issuer: string;
  find: LocalJWKSet;
};

/**
 * Reads an OpenID provider's discovery document, and its keys from where that says.
 *
 * @param issuer without a trailing slash; the provider may write itself with one.
 * @throws Error with the reason, for the log.
 */
export async function fetchKeys(issuer: string): Promise<IssuerKeys> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const address = `${issuer}/.well-known/openid-configuration`;
  const document = (await fetchJson(address, signal)) as { issuer?: unknown; jwks_uri?: unknown } | null;
  const { issuer: stated, jwks_uri } = document ?? {};
  if (typeof stated !== "string" || withoutSlash(stated) !== issuer) {
    throw new Error(`${address} is of the issuer ${String(stated)}`);
  }
  if (typeof jwks_uri !== "string" || !URL.canParse(jwks_uri) || !isTamperProof(jwks_uri)) {
    throw new Error(`${address} has a jwks_uri that is no https:// address`);
  }
  const keys = (await fetchJson(jwks_uri, signal)) as JSONWebKeySet;
  return { issuer: stated, find: createLocalJWKSet(keys) };
}

export function withoutSlash(issuer: string): string {
  return trimTrailing("/", issuer);
}
