import type { ActorContext } from "../../platform/context.ts";
import { envelope, rowsOf } from "../../platform/http/list-envelope.ts";
import { visibleWithin } from "../../platform/http/permissions.ts";
import { canSeeDisabled } from "../visible-brokerage.ts";
import type { BrokerContactPage, ContactListQuery } from "./broker-contacts.schemas.ts";
import { contactColumns, toContact } from "./contact-row.ts";

/**
 * Contacts in the order they were added (SPEC: Broker contacts), of the brokerages that the caller may see; with
 * `brokerage_id`, of that one only. Contacts of a disabled brokerage are listed only for an admin who names it.
 */
export async function listBrokerContacts(
  ctx: ActorContext,
  input: ContactListQuery,
): Promise<BrokerContactPage> {
  const brokerageId = visibleWithin(ctx.actor, input.brokerage_id);
  const matching = ctx.db
    .selectFrom("broker_contacts")
    .innerJoin("brokerages", "brokerages.id", "broker_contacts.brokerage_id")
    .$if(brokerageId !== null, (query) => query.where("broker_contacts.brokerage_id", "=", brokerageId))
    .$if(brokerageId === null || !canSeeDisabled(ctx), (query) =>
      query.where("brokerages.disabled_at", "is", null),
    );
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const { limit, offset } = rowsOf(input);
  const rows = await matching
    .select(contactColumns)
    .orderBy("broker_contacts.id")
    .limit(limit)
    .offset(offset)
    .execute();
  return envelope(rows.map(toContact), total, input);
}
