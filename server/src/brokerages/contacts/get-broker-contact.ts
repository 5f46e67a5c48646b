import type { ActorContext } from "../../platform/context.ts";
import type { BrokerContact } from "./broker-contacts.schemas.ts";
import { findVisibleContact } from "./visible-contact.ts";

/**
 * One contact (SPEC: Broker contacts). Callers other than admins see only contacts of their own brokerage.
 *
 * @throws AppError 404 `Broker contact not found`.
 */
export async function getBrokerContact(
  ctx: ActorContext,
  input: { contact_id: number },
): Promise<BrokerContact> {
  return findVisibleContact(ctx, input.contact_id);
}
