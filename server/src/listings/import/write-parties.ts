import { type BulkColumn, bulk } from "../../platform/database/bulk.ts";
import type { Db } from "../../platform/database/database.ts";
import type { FeedAgent, FeedOffice, ListingRecord } from "./listing-record.ts";

type Party = FeedAgent | FeedOffice;

/**
 * Stores the agents and offices that these records name; the latest record of each has the word. Under the lock of the
 * change log, so that two imports of one source never wait for each other's rows.
 */
export async function writeParties(db: Db, sourceId: number, records: ListingRecord[]): Promise<void> {
  const offices = records.flatMap(({ office }) => (office ? [office] : []));
  const agents = records.flatMap(({ agent }) => (agent ? [agent] : []));
  await write(db, sourceId, { table: "feed_offices", key: "office_key" }, offices);
  await write(db, sourceId, { table: "feed_agents", key: "member_key" }, agents);
}

async function write(
  db: Db,
  sourceId: number,
  { table, key }: { table: string; key: string },
  parties: Party[],
): Promise<void> {
  const latest = new Map(parties.map((party) => [party.key, party]));
  const columns: BulkColumn<Party>[] = [
    { name: "source_id", type: "integer", value: () => sourceId },
    { name: "key", type: "text", value: (party) => party.key },
    { name: "name", type: "text", value: (party) => party.name },
    { name: "phone", type: "text", value: (party) => party.phone },
    { name: "email", type: "text", value: (party) => party.email },
  ];
  await bulk(
    db,
    [...latest.values()],
    columns,
    (t) => `
      insert into ${table} as stored (source_id, ${key}, name, phone, email)
      select t.source_id, t.key, t.name, t.phone, t.email
      from ${t}
      on conflict (source_id, ${key}) do update
      set name = excluded.name, phone = excluded.phone, email = excluded.email
      where (stored.name, stored.phone, stored.email)
        is distinct from (excluded.name, excluded.phone, excluded.email)`,
  );
}
