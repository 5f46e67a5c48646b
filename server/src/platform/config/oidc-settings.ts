import { isTamperProof, StartError } from "./settings.ts";

/** The issuer whose bearer tokens are accepted, and the claims with role, brokerage and agent. */
export type OidcConfig = {
  issuer: string;
  audience: string;
  /** With which people sign in to the console; null: they do not. The secret is null for a public client. */
  client: { id: string; secret: string | null } | null;
  rolesClaim: string;
  brokerageClaim: string;
  agentClaim: string;
};

type Read = {
  (name: "OIDC_ISSUER" | "OIDC_AUDIENCE" | "OIDC_CLIENT_ID" | "OIDC_CLIENT_SECRET"): string | null;
  (name: "OIDC_ROLES_CLAIM" | "OIDC_BROKERAGE_CLAIM" | "OIDC_AGENT_CLAIM"): string;
};

/** Null without an issuer. @throws StartError that names the variable and what it must be. */
export function readOidc(read: Read): OidcConfig | null {
  const issuer = read("OIDC_ISSUER");
  const audience = read("OIDC_AUDIENCE");
  const id = read("OIDC_CLIENT_ID");
  const secret = read("OIDC_CLIENT_SECRET");
  if (id !== null && issuer === null) throw new StartError("OIDC_ISSUER must be set when OIDC_CLIENT_ID is.");
  if (secret !== null && id === null)
    throw new StartError("OIDC_CLIENT_ID must be set when OIDC_CLIENT_SECRET is.");
  if (issuer === null) return null;
  if (audience === null) throw new StartError("OIDC_AUDIENCE must be set when OIDC_ISSUER is.");
  if (!isTamperProof(issuer)) {
    throw new StartError("OIDC_ISSUER must be an https:// address (http:// is accepted on loopback only).");
  }
  return {
    issuer,
    audience,
    client: id === null ? null : { id, secret },
    rolesClaim: read("OIDC_ROLES_CLAIM"),
    brokerageClaim: read("OIDC_BROKERAGE_CLAIM"),
    agentClaim: read("OIDC_AGENT_CLAIM"),
  };
}
