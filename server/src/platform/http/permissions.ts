import { AppError } from "../errors.ts";

export type Role = "admin" | "broker" | "agent";

/** Who is asking: a key, or a person with a token of the OpenID provider. */
export type Actor = {
  role: Role;
  /** A key's name, a person's email or subject: what audit rows and timelines call them. */
  name: string;
  email: string;
  /** The person's row; null for a key. */
  userId: number | null;
  apiKeyId: number | null;
  /** Null: bound to no brokerage. Then an admin acts on all, and nobody else on any. */
  brokerageId: number | null;
  agentId: number | null;
};

/**
 * The brokerage whose records an actor may see: null means every one (admins). Non-admins without a brokerage see
 * nothing: 0 is no brokerage's id.
 */
export function visibleBrokerage(actor: Actor): number | null {
  return actor.role === "admin" ? null : (actor.brokerageId ?? 0);
}

/** The same within a filter: of another brokerage than the caller's there is nothing. */
export function visibleWithin(actor: Actor, brokerageId: number | undefined): number | null {
  if (brokerageId === undefined) return visibleBrokerage(actor);
  return sees(actor, brokerageId) ? brokerageId : 0;
}

/** Whether a record of that brokerage exists for the actor at all: others' answer as missing ones. */
export function sees(actor: Actor, brokerageId: number): boolean {
  const visible = visibleBrokerage(actor);
  return visible === null || visible === brokerageId;
}

/** Who may use a route, and what everybody else is told (SPEC: Authentication). */
export const permissions = {
  public: { roles: null, refusal: "" },
  authenticated: { roles: ["admin", "broker", "agent"], refusal: "" },
  broker: { roles: ["admin", "broker"], refusal: "Broker or admin role required" },
  admin: { roles: ["admin"], refusal: "Admin role required" },
} as const satisfies Record<string, { roles: readonly Role[] | null; refusal: string }>;

export type Permission = keyof typeof permissions;

/** @throws AppError 401 without an actor, 403 with one of another role. */
export function demand(permission: Permission, actor: Actor | null): void {
  const { roles, refusal } = permissions[permission];
  if (roles === null) return;
  if (actor === null) throw new AppError("unauthenticated", "Not authenticated");
  if (!(roles as readonly Role[]).includes(actor.role)) throw new AppError("forbidden", refusal);
}
