import type { ActorContext } from "../platform/context.ts";
import { currentUser } from "./current-user.ts";
import type { MeReply } from "./identity.schemas.ts";
import type { UsesIdentity } from "./services.ts";

/** The caller, and what they may do (SPEC: Authentication and identity; web.md, W29). */
export function getCurrentUser({ actor, identity }: ActorContext<UsesIdentity>): MeReply {
  return {
    authenticated: true,
    user: currentUser(actor),
    permissions: identity.operations.allowedTo(actor),
  };
}
