import { isTamperProof, StartError } from "./settings.ts";

/** The issuer whose bearer tokens are accepted, and the claims with role, brokerage and agent. */
export type OidcConfig = {
  issuer: string;
  audience: string;
  rolesClaim: string;
  brokerageClaim: string;
  agentClaim: string;
};

type Read = {
  (name: "OIDC_ISSUER" | "OIDC_AUDIENCE"): string | null;
  (name: "OIDC_ROLES_CLAIM" | "OIDC_BROKERAGE_CLAIM" | "OIDC_AGENT_CLAIM"): string;
};

/** Null without an issuer. @throws StartError that names the variable and what it must be. */
export function readOidc(read: Read): OidcConfig | null {
  const issuer = read("OIDC_ISSUER");
  const audience = read("OIDC_AUDIENCE");
  if (issuer === null) return null;
  if (audience === null) throw new StartError("OIDC_AUDIENCE must be set when OIDC_ISSUER is.");
  if (!isTamperProof(issuer)) {
    throw new StartError("OIDC_ISSUER must be an https:// address (http:// is accepted on loopback only).");
  }
  return {
    issuer,
    audience,
    rolesClaim: read("OIDC_ROLES_CLAIM"),
    brokerageClaim: read("OIDC_BROKERAGE_CLAIM"),
    agentClaim: read("OIDC_AGENT_CLAIM"),
  };
}
