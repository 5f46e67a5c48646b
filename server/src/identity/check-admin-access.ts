import type { ActorContext } from "../platform/context.ts";
import type { AdminAccess } from "./identity.schemas.ts";

/** Answers admins alone: a client learns what its credentials are good for (SPEC: Authentication and identity). */
export function checkAdminAccess({ actor }: ActorContext): AdminAccess {
  return { message: "Admin access granted", user_email: actor.email, user_role: actor.role };
}
