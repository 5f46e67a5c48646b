import type { ActorContext } from "../platform/context.ts";
import type { AdminAccess } from "./identity.schemas.ts";

/** Succeeds for admins, so that a client can test its credentials (SPEC: Authentication and identity). */
export function checkAdminAccess({ actor }: ActorContext): AdminAccess {
  return { message: "Admin access granted", user_email: actor.email, user_role: actor.role };
}
