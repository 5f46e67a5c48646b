import { AppError } from "../errors.ts";

export type Role = "admin" | "broker" | "agent";

export type SignInMethod = "email_link" | "api_key" | "oidc" | "passkey";

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
  /** How that session began. */
  signedInBy?: SignInMethod;
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

/** Sessions that a route is for, where a key or a token of the same role may not use it, and the text of the refusal. */
export const sessionKinds = {
  any: {
    methods: ["email_link", "passkey", "oidc", "api_key"],
    isOfPerson: false,
    refusal: "Cannot use a key or a token here: it is for browsers that are signed in",
  },
  email: {
    methods: ["email_link", "passkey"],
    isOfPerson: true,
    refusal:
      "Cannot make a passkey here: sign in by email first. People of the identity provider have theirs there.",
  },
} as const satisfies Record<
  string,
  { methods: readonly SignInMethod[]; isOfPerson: boolean; refusal: string }
>;

export type SessionKind = keyof typeof sessionKinds;

type SignedIn = Pick<Actor, "signedInBy" | "userId">;

/** The first sign-in link of an installation begins a session of `email_link` without a person: it has the bootstrap key's rights alone. */
export function hasSession(kind: SessionKind, { signedInBy, userId }: SignedIn): boolean {
  const { methods, isOfPerson } = sessionKinds[kind];
  return (
    signedInBy !== undefined &&
    (methods as readonly SignInMethod[]).includes(signedInBy) &&
    (userId !== null || !isOfPerson)
  );
}

type Demand = { permission: Permission; session?: SessionKind | undefined };

/** @throws AppError 401 without an actor, 403 with one of another role, or without the session that the route is for. */
export function requirePermission({ permission, session }: Demand, actor: Actor | null): void {
  const { roles, refusal } = permissions[permission];
  if (roles === null) return;
  if (actor === null) throw new AppError("unauthenticated", "Not authenticated");
  if (!(roles as readonly Role[]).includes(actor.role)) throw new AppError("forbidden", refusal);
  if (session && !hasSession(session, actor)) throw new AppError("forbidden", sessionKinds[session].refusal);
}
