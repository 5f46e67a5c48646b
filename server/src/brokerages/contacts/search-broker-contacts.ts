import type { UsesModels } from "../../models/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import { visibleWithin } from "../../platform/http/permissions.ts";
import { type Found, searchRecords } from "../../record-search/index.ts";
import { ranked } from "../search-brokerages.ts";
import type { ContactSearchQuery, ContactSearchResults } from "./broker-contacts.schemas.ts";

/**
 * The contacts nearest to the query, best first (SPEC: Broker contacts), of the brokerages that the caller may see, or only
 * of `brokerage_id` if it is given. Contacts of disabled brokerages are never found.
 */
export async function searchBrokerContacts(
  ctx: ActorContext<UsesModels>,
  { q, limit, brokerage_id }: ContactSearchQuery,
): Promise<ContactSearchResults> {
  const { total, found } = await searchRecords(ctx, {
    kind: "broker_contact",
    query: q,
    brokerageId: visibleWithin(ctx.actor, brokerage_id),
    limit,
  });
  const results = ranked(found, await cardsOf(ctx, found));
  return { query: q, results, total };
}

async function cardsOf(ctx: ActorContext, found: Found[]) {
  if (found.length === 0) return [];
  return ctx.db
    .selectFrom("broker_contacts")
    .innerJoin("brokerages", "brokerages.id", "broker_contacts.brokerage_id")
    .select([
      "broker_contacts.id",
      "broker_contacts.brokerage_id",
      "broker_contacts.name",
      "broker_contacts.email",
      "broker_contacts.phone",
      "broker_contacts.is_primary",
    ])
    .where(
      "broker_contacts.id",
      "in",
      found.map(({ id }) => id),
    )
    .where("brokerages.disabled_at", "is", null)
    .execute();
}
