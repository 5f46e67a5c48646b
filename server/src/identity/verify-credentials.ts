import type { ActorContext } from "../platform/context.ts";
import type { VerifyReply } from "./identity.schemas.ts";

/** The caller; invalid credentials are refused earlier (SPEC: Authentication and identity). */
export function verifyCredentials({ actor }: ActorContext): VerifyReply {
  const { userId, email, role, brokerageId, agentId } = actor;
  return {
    valid: true,
    user: { id: userId, email, role, brokerage_id: brokerageId, agent_id: agentId },
  };
}
