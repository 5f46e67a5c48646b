import { sql } from "kysely";
import { type Db, inTransaction } from "../../platform/database/database.ts";
import { lockRevisions } from "../import/batch-writer.ts";
import { touchListingsById } from "../import/touch-listings-by-id.sql.ts";
import { lacksContact } from "../own-contacts.sql.ts";

const tables = [
  { table: "feed_offices", column: "list_office_id", party: "office" },
  { table: "feed_agents", column: "list_agent_id", party: "agent" },
] as const;

/** Offices or agents of a round. */
const PARTIES = 500;
/** Listings that are touched in one transaction: some tens of milliseconds. */
const LISTINGS = 1000;

/** `fields`: the bits of the roster's fields that have changed, as in `listings.own_contacts` of an agent. */
type Changed = { id: number; name: string | null; roster: string; is_renamed: boolean; fields: number };

/**
 * Touches the listings of a source that show another name, phone or email of their office or agent now, so that cards, searches by
 * office and ETags have it: where its roster has changed those that lack a field of their own, where records have another name all.
 * What is left over by a process that dies is announced by the source's next import or run.
 */
export async function announceRenamed(db: Db, sourceId: number, signal?: AbortSignal): Promise<void> {
  for (const { table, column, party } of tables) {
    for (;;) {
      const changed = await changedParties(db, table, sourceId);
      if (changed.length === 0) break;
      const listings = await listingsOf(db, { sourceId, column, party, changed });
      for (let from = 0; from < listings.length; from += LISTINGS) {
        signal?.throwIfAborted();
        const some = listings.slice(from, from + LISTINGS);
        await underLock(db, (transaction) => touchListingsById(transaction, some));
      }
      await underLock(db, (transaction) => noteAnnounced(transaction, table, changed));
    }
  }
}

const changedFields = sql.join(
  ["roster_name", "roster_phone", "roster_email"].map(
    (field, nth) =>
      sql`(coalesce(${sql.ref(field)}, '') is distinct from split_part(announced_roster, chr(31), ${sql.lit(nth + 1)}))::integer * ${sql.lit(1 << nth)}`,
  ),
  sql` + `,
);

/** Index: feed_offices_changed, feed_agents_changed. Expected: none. */
async function changedParties(
  db: Db,
  table: "feed_offices" | "feed_agents",
  sourceId: number,
): Promise<Changed[]> {
  const { rows } = await sql<Changed>`
    select id, record_name as name, roster_contact as roster, record_name is distinct from announced_name as is_renamed,
      ${changedFields} as fields
    from ${sql.table(table)}
    where source_id = ${sourceId}
      and (record_name is distinct from announced_name or roster_contact is distinct from announced_roster)
    order by id
    limit ${PARTIES}`.execute(db);
  return rows;
}

/**
 * Index: listings_source_id_listing_key_key, all listings of the source: contacts change too seldom for an index that each import would
 * have to keep. Expected: some hundred of 100,000.
 */
async function listingsOf(
  db: Db,
  {
    sourceId,
    column,
    party,
    changed,
  }: { sourceId: number; column: string; party: "office" | "agent"; changed: Changed[] },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select listings.id
    from unnest(
      ${changed.map(({ id }) => id)}::integer[],
      ${changed.map(({ is_renamed }) => is_renamed)}::boolean[],
      ${changed.map(({ fields }) => fields)}::integer[]
    ) as changed (id, is_renamed, fields)
    join listings on ${sql.ref(`listings.${column}`)} = changed.id
    where listings.source_id = ${sourceId}
      and (is_renamed or ${lacksContact(party, sql.ref("changed.fields"))})`.execute(db);
  return rows.map(({ id }) => id);
}

/** Runs `work` as every writer of listings does, and of their agents and offices: under the lock of the change log. */
async function underLock(db: Db, work: (db: Db) => Promise<void>): Promise<void> {
  await inTransaction({ db }, async ({ db: transaction }) => {
    await lockRevisions(transaction);
    await work(transaction);
  });
}

/** What has changed again since stays to be announced. Index: primary key. Expected: at most `PARTIES` rows. */
async function noteAnnounced(
  db: Db,
  table: "feed_offices" | "feed_agents",
  changed: Changed[],
): Promise<void> {
  await sql`
    update ${sql.table(table)} as party
    set announced_name = changed.name, announced_roster = changed.roster
    from unnest(
      ${changed.map(({ id }) => id)}::integer[],
      ${changed.map(({ name }) => name)}::text[],
      ${changed.map(({ roster }) => roster)}::text[]
    ) as changed (id, name, roster)
    where party.id = changed.id`.execute(db);
}
