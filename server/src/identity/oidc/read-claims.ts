import type { JWTPayload } from "jose";
import type { OidcConfig } from "../../platform/config/config.ts";
import type { Role } from "../../platform/http/permissions.ts";
import { invalidToken } from "./bearer-tokens.ts";

/** The claims of a token in this API's terms. */
export type Claims = {
  issuer: string;
  subject: string;
  email: string | null;
  /** Only when the provider states it: an unverified email may belong to another person. */
  emailIsVerified: boolean;
  role: Role | null;
  brokerageId: number | null;
  agentId: number | null;
};

/** Highest first: of several roles in a token, the highest applies. */
const roleNames: [name: string, role: Role][] = [
  ["admin", "admin"],
  ["broker", "broker"],
  ["brokerage_owner", "broker"],
  ["agent", "agent"],
];

/**
 * Reads the claims of a verified token (SPEC: Authentication).
 *
 * @throws AppError 401 `Invalid token` for a subject that OpenID Connect does not allow.
 */
export function readClaims(payload: JWTPayload, config: OidcConfig): Claims {
  const { iss, sub, email, email_verified } = payload;
  if (!isText(iss, 2000) || !isText(sub, 255)) throw invalidToken();
  return {
    issuer: iss,
    subject: sub,
    email: isText(email, 255) ? email : null,
    // Some providers write a string.
    emailIsVerified: email_verified === true || email_verified === "true",
    role: highestRole(claimNamed(payload, config.rolesClaim)),
    brokerageId: readId(claimNamed(payload, config.brokerageClaim)),
    agentId: readId(claimNamed(payload, config.agentClaim)),
  };
}

/** A claim with that literal name (`https://example.com/roles`), else at that path (`realm_access.roles`). */
export function claimNamed(claims: object, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name as never];
  for (let dot = name.indexOf("."); dot !== -1; dot = name.indexOf(".", dot + 1)) {
    const outer = name.slice(0, dot);
    const inner: unknown = Object.hasOwn(claims, outer) ? claims[outer as never] : null;
    const value =
      typeof inner === "object" && inner !== null ? claimNamed(inner, name.slice(dot + 1)) : undefined;
    if (value !== undefined) return value;
  }
  return undefined;
}

function highestRole(claim: unknown): Role | null {
  const named = Array.isArray(claim) ? claim : [claim];
  return roleNames.find(([name]) => named.includes(name))?.[1] ?? null;
}

function readId(claim: unknown): number | null {
  const id = typeof claim === "string" && /^\d{1,10}$/.test(claim) ? Number(claim) : claim;
  return typeof id === "number" && Number.isInteger(id) && id >= 1 && id <= 2_147_483_647 ? id : null;
}

/** PostgreSQL stores no NUL characters, and its indexes limit the length of text. */
function isText(value: unknown, maxLength: number): value is string {
  return typeof value === "string" && value.length > 0 && value.length <= maxLength && !value.includes("\0");
}
