import type { ActorContext } from "../platform/context.ts";
import type { BrokerAccess } from "./identity.schemas.ts";

/** Succeeds for brokers and admins (SPEC: Authentication and identity). */
export function checkBrokerAccess({ actor }: ActorContext): BrokerAccess {
  return {
    message: "Broker access granted",
    user_email: actor.email,
    user_role: actor.role,
    brokerage_id: actor.brokerageId,
    broker_id: actor.brokerageId,
  };
}
