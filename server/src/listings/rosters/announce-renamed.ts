import { sql } from "kysely";
import { type Db, inTransaction } from "../../platform/database/database.ts";
import { lockRevisions } from "../import/batch-writer.ts";
import { touchListingsById } from "../import/touch-listings-by-id.sql.ts";

const tables = [
  { table: "feed_offices", column: "list_office_id" },
  { table: "feed_agents", column: "list_agent_id" },
] as const;

/** Offices or agents of a round. */
const PARTIES = 500;
/** Listings that are touched in one transaction: some tens of milliseconds. */
const LISTINGS = 1000;

type Renamed = { id: number; name: string | null };

/**
 * Touches the listings of a source whose office or agent has got another name, so that cards, searches by office and ETags have it.
 * What is left over by a process that dies is announced by the source's next import or run.
 */
export async function announceRenamed(db: Db, sourceId: number, signal?: AbortSignal): Promise<void> {
  for (const { table, column } of tables) {
    for (;;) {
      const renamed = await renamedParties(db, table, sourceId);
      if (renamed.length === 0) break;
      const listings = await listingsOf(db, { sourceId, column, parties: renamed.map(({ id }) => id) });
      for (let from = 0; from < listings.length; from += LISTINGS) {
        signal?.throwIfAborted();
        const some = listings.slice(from, from + LISTINGS);
        await underLock(db, (transaction) => touchListingsById(transaction, some));
      }
      await underLock(db, (transaction) => noteAnnounced(transaction, table, renamed));
    }
  }
}

/** Index: feed_offices_renamed, feed_agents_renamed. Expected: none. */
async function renamedParties(
  db: Db,
  table: "feed_offices" | "feed_agents",
  sourceId: number,
): Promise<Renamed[]> {
  const { rows } = await sql<Renamed>`
    select id, name
    from ${sql.table(table)}
    where source_id = ${sourceId}
      and name is distinct from announced_name
    order by id
    limit ${PARTIES}`.execute(db);
  return rows;
}

/**
 * Index: listings_source_id_listing_key_key, all listings of the source: names change too seldom for an index that each import would
 * have to keep. Expected: some hundred of 100,000.
 */
async function listingsOf(
  db: Db,
  { sourceId, column, parties }: { sourceId: number; column: string; parties: number[] },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id
    from listings
    where source_id = ${sourceId}
      and ${sql.ref(column)} = any(${parties}::integer[])`.execute(db);
  return rows.map(({ id }) => id);
}

/** Runs `work` as every writer of listings does, and of their agents and offices: under the lock of the change log. */
async function underLock(db: Db, work: (db: Db) => Promise<void>): Promise<void> {
  await inTransaction({ db }, async ({ db: transaction }) => {
    await lockRevisions(transaction);
    await work(transaction);
  });
}

/** A name that has changed again since stays to be announced. Index: primary key. Expected: at most `PARTIES` rows. */
async function noteAnnounced(
  db: Db,
  table: "feed_offices" | "feed_agents",
  renamed: Renamed[],
): Promise<void> {
  await sql`
    update ${sql.table(table)} as party
    set announced_name = renamed.name
    from unnest(${renamed.map(({ id }) => id)}::integer[], ${renamed.map(({ name }) => name)}::text[]) as renamed (id, name)
    where party.id = renamed.id`.execute(db);
}
