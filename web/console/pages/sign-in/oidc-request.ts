import type { Schema } from "../../app/api.ts";

const KEY = "lintel-console-oidc";

/** What ties the provider's reply to the request of this tab (web.md, W28). */
type Kept = { state: string; nonce: string; code_verifier: string; redirect_uri: string };

/** The address at the provider that asks for a code, with PKCE. What the reply needs stays in this tab. */
export async function authorizationAddress(provider: Schema<"OidcSignIn">): Promise<string> {
  const kept: Kept = {
    state: randomText(),
    nonce: randomText(),
    code_verifier: randomText(),
    redirect_uri: provider.redirect_uri,
  };
  sessionStorage.setItem(KEY, JSON.stringify(kept));
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(kept.code_verifier));
  const address = new URL(provider.authorization_endpoint);
  for (const [name, value] of Object.entries({
    response_type: "code",
    client_id: provider.client_id,
    redirect_uri: provider.redirect_uri,
    scope: "openid email profile",
    // Providers name the API in one of two ways (RFC 8707, and Auth0's own).
    audience: provider.audience,
    ...(URL.canParse(provider.audience) && { resource: provider.audience }),
    state: kept.state,
    nonce: kept.nonce,
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: "S256",
  }))
    address.searchParams.set(name, value);
  return address.href;
}

/** The provider's reply in an address; null where there is none. */
export type CodeReply = { code: string | null; state: string | null; error: string | null };

export function codeReply(search: string): CodeReply | null {
  const fields = new URLSearchParams(search);
  const reply = { code: fields.get("code"), state: fields.get("state"), error: fields.get("error") };
  return reply.code === null && reply.error === null ? null : reply;
}

/** What was kept for the reply with this state, once; null for a reply to no request of this tab. */
export function takeRequest(state: string | null): Omit<Kept, "state"> | null {
  const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Kept | null;
  if (kept === null || kept.state !== state) return null;
  sessionStorage.removeItem(KEY);
  const { nonce, code_verifier, redirect_uri } = kept;
  return { nonce, code_verifier, redirect_uri };
}

/** 32 random bytes. */
function randomText(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
