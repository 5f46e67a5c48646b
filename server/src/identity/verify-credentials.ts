import type { ActorContext } from "../platform/context.ts";
import type { VerifyReply } from "./identity.schemas.ts";

/** Who the credentials are of; bad ones have been refused before (SPEC: Authentication and identity). */
export function verifyCredentials({ actor }: ActorContext): VerifyReply {
  const { userId, email, role, brokerageId, agentId } = actor;
  return {
    valid: true,
    user: { id: userId, email, role, brokerage_id: brokerageId, agent_id: agentId },
  };
}
