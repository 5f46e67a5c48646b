import { AppError } from "../errors.ts";

export type Role = "admin" | "broker" | "agent";

/** The authenticated caller: an API key, or a person with a token of the OpenID provider; either may have signed in with a cookie. */
export type Actor = {
  role: Role;
  /** The key's name or the person's email or subject, for audit rows and timelines. */
  name: string;
  email: string;
  /** The person's row; null for a key. */
  userId: number | null;
  apiKeyId: number | null;
  /** Null: bound to no brokerage. Then an admin acts on all brokerages, other roles on none. */
  brokerageId: number | null;
  agentId: number | null;
  /** Only of a key that differs from others. */
  keyLimits?: KeyLimits;
  /** The staff session of a cookie. */
  sessionId?: number;
};

/** What a key may do besides its role. */
export type KeyLimits = {
  /** Null: the general limit. */
  requests_per_minute: number | null;
  requests_per_hour: number | null;
  /** See `rate-limits/sender.ts`. */
  forwards_visitors: boolean;
};

/**
 * The brokerage whose records the actor may see; null: all (admins). Non-admins without a brokerage see nothing: 0 is
 * no brokerage's id.
 */
export function visibleBrokerage(actor: Actor): number | null {
  return actor.role === "admin" ? null : (actor.brokerageId ?? 0);
}

/** Same, combined with a filter: a foreign brokerage has no visible records. */
export function visibleWithin(actor: Actor, brokerageId: number | undefined): number | null {
  if (brokerageId === undefined) return visibleBrokerage(actor);
  return canSee(actor, brokerageId) ? brokerageId : 0;
}

/** True when the actor may see records of the brokerage: others answer as missing. */
export function canSee(actor: Actor, brokerageId: number): boolean {
  const visible = visibleBrokerage(actor);
  return visible === null || visible === brokerageId;
}

/** Roles that may use a route, and the text of the refusal (SPEC: Authentication). */
export const permissions = {
  public: { roles: null, refusal: "" },
  authenticated: { roles: ["admin", "broker", "agent"], refusal: "" },
  broker: { roles: ["admin", "broker"], refusal: "Broker or admin role required" },
  admin: { roles: ["admin"], refusal: "Admin role required" },
} as const satisfies Record<string, { roles: readonly Role[] | null; refusal: string }>;

export type Permission = keyof typeof permissions;

/** @throws AppError 401 without an actor, 403 with one of another role. */
export function requirePermission(permission: Permission, actor: Actor | null): void {
  const { roles, refusal } = permissions[permission];
  if (roles === null) return;
  if (actor === null) throw new AppError("unauthenticated", "Not authenticated");
  if (!(roles as readonly Role[]).includes(actor.role)) throw new AppError("forbidden", refusal);
}
