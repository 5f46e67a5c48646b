import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { unsubscribedByLink } from "../contact-rules/unsubscribed-by-link.ts";

/** `email` in lower case; `addressKey`: of the sender's network address. */
export type Sender = { brokerageId: number; email: string; addressKey: string | null };
export type FormLimits = { since: Date; maxPerAddress: number };

export type SenderHistory = {
  /** Leads of the email since that time. */
  of_email: number;
  /** The same for the network address, counted up to the limit. */
  of_address: number;
  /** Whether the address is unsubscribed from the brokerage's emails by link. */
  is_unsubscribed: boolean;
  /** The latest leads of the email, latest first; none for an empty email. */
  lead_ids: number[];
};

/**
 * Reads what the brokerage has of the senders of forms: one row for each, in their order.
 *
 * An equality instead of `between` lets PostgreSQL expect many leads of an email it does not know, and read all of the brokerage.
 *
 * Index: leads_email, leads_address, lead_flags_one_active. Expected: a handful of leads of one email; a flood is read up to a limit.
 */
export async function senderHistories(
  db: Db,
  senders: readonly Sender[],
  { since, maxPerAddress }: FormLimits,
): Promise<SenderHistory[]> {
  const { rows } = await sql<SenderHistory>`
    select history.of_email, history.of_address, history.is_unsubscribed, history.lead_ids
    from unnest(
      ${senders.map(({ brokerageId }) => brokerageId)}::integer[],
      ${senders.map(({ email }) => email)}::text[],
      ${senders.map(({ addressKey }) => addressKey)}::text[]
    ) with ordinality as sender (brokerage_id, email, address_key, nth)
    cross join lateral (
      with of_email as materialized (
        select id, created_at
        from leads
        where brokerage_id = sender.brokerage_id and lower(leads.email) between sender.email and sender.email
        order by lower(leads.email) desc, created_at desc, id desc
        limit 1000
      )
      select
        (select count(*)::integer from of_email where created_at > ${since}) as of_email,
        (
          select count(*)::integer
          from (
            select from leads
            where brokerage_id = sender.brokerage_id
              and created_at > ${since}
              and source_address = sender.address_key
            limit ${maxPerAddress}
          ) as of_address
        ) as of_address,
        exists (
          select from leads
          join lead_flags on lead_flags.lead_id = leads.id
          where leads.brokerage_id = sender.brokerage_id
            and lower(leads.email) between sender.email and sender.email
            and lead_flags.flag = ${unsubscribedByLink.flag}
            and lead_flags.set_by = ${unsubscribedByLink.by}
            and lead_flags.cleared_at is null
        ) as is_unsubscribed,
        array(
          select id from of_email
          where sender.email <> ''
          order by created_at desc, id desc
        ) as lead_ids
    ) as history
    order by nth`.execute(db);
  return rows;
}
