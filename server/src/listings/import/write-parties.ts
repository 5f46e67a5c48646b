import { bulk } from "../../platform/database/bulk.ts";
import type { Db } from "../../platform/database/database.ts";
import type { FeedAgent, FeedOffice, ListingRecord } from "./listing-record.ts";
import { partyColumns } from "./party-columns.ts";

/** An agent or an office, with the table that holds it. */
export type Party = (FeedAgent | FeedOffice) & { table: "feed_agents" | "feed_offices" };

const MAX_REMEMBERED = 100_000;

/** The agents and offices that an import has written: most batches have no new ones. */
export class WrittenParties {
  readonly #written = new Map<string, string>();

  includes(party: Party): boolean {
    return this.#written.get(keyOf(party)) === JSON.stringify(party);
  }

  /** After the commit. */
  noteWritten(parties: Party[]): void {
    if (this.#written.size > MAX_REMEMBERED) this.clear();
    for (const party of parties) this.#written.set(keyOf(party), JSON.stringify(party));
  }

  clear(): void {
    this.#written.clear();
  }
}

function keyOf({ table, key }: Party): string {
  return `${table} ${key}`;
}

/**
 * Stores the agents and offices of these records, except those that this import has stored with the same values. The latest record
 * of each wins, unless it has the key alone. Call it under the lock of the change log, so that two imports of one source never wait for each other's
 * rows, and `announceRenamed` at the end of the import.
 */
export async function writeParties(
  db: Db,
  sourceId: number,
  records: ListingRecord[],
  written: WrittenParties,
): Promise<Party[]> {
  const named = records.flatMap(({ office, agent }): Party[] => [
    ...(office ? [{ ...office, table: "feed_offices" as const }] : []),
    ...(agent ? [{ ...agent, table: "feed_agents" as const }] : []),
  ]);
  const latest = [...new Map(named.map((party) => [keyOf(party), party])).values()];
  const changed = latest.filter((party) => !written.includes(party));
  await write(db, sourceId, { table: "feed_offices", key: "office_key" }, changed);
  await write(db, sourceId, { table: "feed_agents", key: "member_key" }, changed);
  return changed;
}

async function write(
  db: Db,
  sourceId: number,
  { table, key }: { table: Party["table"]; key: string },
  parties: Party[],
): Promise<void> {
  await bulk(
    db,
    parties.filter((party) => party.table === table),
    partyColumns(sourceId),
    (t) => `
      insert into ${table} as stored (source_id, ${key}, record_name, record_phone, record_email, announced_name)
      select t.source_id, t.key, t.name, t.phone, t.email, t.name
      from ${t}
      on conflict (source_id, ${key}) do update
      set record_name = excluded.record_name, record_phone = excluded.record_phone,
        record_email = excluded.record_email,
        -- No other listing shows this name: those without one of their own show that of the roster.
        announced_name = case
          when stored.record_name is null and stored.roster_name is not null then excluded.record_name
          else stored.announced_name
        end
      where excluded.record_name is not null
        and (stored.record_name, stored.record_phone, stored.record_email)
        is distinct from (excluded.record_name, excluded.record_phone, excluded.record_email)`,
  );
}
