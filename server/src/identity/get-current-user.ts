import type { ActorContext } from "../platform/context.ts";
import type { MeReply } from "./identity.schemas.ts";

/**
 * The caller. `broker_id` is the brokerage id under the name that agent records use (SPEC: Authentication and
 * identity).
 */
export function getCurrentUser({ actor }: ActorContext): MeReply {
  const { userId, email, role, brokerageId, agentId } = actor;
  return {
    authenticated: true,
    user: {
      id: userId,
      email,
      role,
      brokerage_id: brokerageId,
      broker_id: brokerageId,
      agent_id: agentId,
    },
  };
}
