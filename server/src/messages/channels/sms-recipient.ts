import { agentTelephone } from "../../agents/index.ts";
import { brokersOf } from "../../brokerages/index.ts";
import type { Context } from "../../platform/context.ts";
import { toE164 } from "../../platform/phone.ts";
import type { ClaimedMessage } from "../message.ts";
import { Suppressed } from "./channel.ts";

/**
 * The recipient's current time zone; null when they have none of their own.
 *
 * @throws Suppressed when the recipient no longer exists, has another telephone, or has opted out.
 */
export async function zoneOfRecipient({ db }: Context, message: ClaimedMessage): Promise<string | null> {
  const { brokerage_id: brokerageId, recipient } = message;
  const { person, timeZone = null } = message.content;
  if (!person) return timeZone;
  if (person.kind === "broker") {
    const contact = (await brokersOf(db, [brokerageId])).find(({ id }) => id === person.id);
    requireTelephone(contact, recipient);
    return null;
  }
  const agent = await agentTelephone(db, { brokerageId, agentId: person.id });
  requireTelephone(agent, recipient);
  if (agent.sms_opt_out) throw new Suppressed("the agent has opted out of texts");
  return agent.time_zone;
}

function requireTelephone<Holder extends { phone: string | null }>(
  holder: Holder | null | undefined,
  recipient: string,
): asserts holder is Holder {
  if (!holder) throw new Suppressed("the recipient no longer exists");
  if (holder.phone === null || toE164(holder.phone) !== recipient)
    throw new Suppressed("whom it was for has another telephone number, or none");
}
