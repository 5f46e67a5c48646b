import { AppError } from "../errors.ts";

export type Role = "admin" | "broker" | "agent";

/** Who is asking. */
export type Actor = { role: Role; name: string; apiKeyId: number };

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
