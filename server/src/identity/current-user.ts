import type { Static } from "typebox";
import type { Actor } from "../platform/http/permissions.ts";
import type { CurrentUser } from "./identity.schemas.ts";

/** An actor as the API shows it. `broker_id` is the brokerage id under the name that agent records use (SPEC: Authentication and identity). */
export function currentUser(actor: Actor): Static<typeof CurrentUser> {
  const { userId, email, role, brokerageId, agentId } = actor;
  return {
    id: userId,
    email,
    role,
    brokerage_id: brokerageId,
    broker_id: brokerageId,
    agent_id: agentId,
  };
}
