import type { ActorContext } from "../../context.ts";
import { visibleBrokerage } from "../../platform/http/permissions.ts";
import { type Found, searchRecords } from "../../search/index.ts";
import { ranked } from "../ranked.ts";
import type { ContactSearchQuery, ContactSearchResults } from "./broker-contacts.schemas.ts";

/**
 * The contacts nearest to a few words, best first (SPEC: Broker contacts): the own brokerage's, or for admins those of
 * `brokerage_id`, or all. A disabled brokerage's are found by nobody.
 */
export async function searchBrokerContacts(
  ctx: ActorContext,
  { q, limit, brokerage_id }: ContactSearchQuery,
): Promise<ContactSearchResults> {
  const found = await searchRecords(ctx, {
    kind: "broker_contact",
    query: q,
    brokerageId: visibleBrokerage(ctx.actor) ?? brokerage_id ?? null,
    limit,
  });
  const results = ranked(found, await cardsOf(ctx, found));
  return { query: q, results, total: results.length };
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
