import { type RawBuilder, sql } from "kysely";

/** Bits of `listings.own_contacts` (migration 0068). */
const BITS = {
  agent: { name: 1, phone: 2, email: 4 },
  office: { name: 8, phone: 16, email: 32 },
};
const ALL = 63;

/**
 * A field of a listing's agent or office: what its own record says, else what the roster says, else what the records of other listings
 * say (feeds.md, D22).
 *
 * @param table the alias of feed_agents or feed_offices; `listings` must be in the query.
 */
export function contactField(
  party: keyof typeof BITS,
  field: "name" | "phone" | "email",
  table: string,
): RawBuilder<string | null> {
  const [stored, roster] = [sql.ref(`${table}.${field}`), sql.ref(`${table}.roster_${field}`)];
  const bit = sql.lit(BITS[party][field]);
  return sql`case when coalesce(listings.own_contacts, ${sql.lit(ALL)}) & ${bit} > 0 then ${stored} else coalesce(${roster}, ${stored}) end`;
}

/** Whether a listing's record lacks one of these fields of its agent or office: bits, as those of an agent. */
export function lacksContact(party: keyof typeof BITS, fields: RawBuilder<unknown>): RawBuilder<boolean> {
  const shift = sql.lit(Math.log2(BITS[party].name));
  return sql`~(coalesce(listings.own_contacts, ${sql.lit(ALL)}) >> ${shift}) & ${fields} > 0`;
}

/** The fields of cards. `a` is feed_agents, `o` is feed_offices. */
export const cardContacts = sql`${contactField("agent", "name", "a")} as agent_name,
  ${contactField("office", "name", "o")} as office_name, ${contactField("office", "phone", "o")} as office_phone,
  ${contactField("office", "email", "o")} as office_email`;
