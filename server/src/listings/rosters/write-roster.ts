import { bulk } from "../../platform/database/bulk.ts";
import type { Db } from "../../platform/database/database.ts";
import { lockRevisions } from "../import/batch-writer.ts";
import { FieldReader, type RawRecord } from "../import/field-reader.ts";
import { partyColumns } from "../import/party-columns.ts";

/** A member or an office of an MLS. */
export type RosterEntry = { key: string; name: string | null; phone: string | null; email: string | null };

const fields = {
  Member: { key: "MemberKey", name: "MemberFullName", phone: "MemberPreferredPhone", email: "MemberEmail" },
  Office: { key: "OfficeKey", name: "OfficeName", phone: "OfficePhone", email: "OfficeEmail" },
};
const tables = {
  Member: { table: "feed_agents", key: "member_key" },
  Office: { table: "feed_offices", key: "office_key" },
};

export type Roster = keyof typeof fields;

/** A record of Member or Office, or the reasons why it cannot be read. */
export function readRosterEntry(
  roster: Roster,
  raw: RawRecord,
): { entry: RosterEntry } | { reasons: string[] } {
  const read = new FieldReader(raw);
  const named = fields[roster];
  const key = read.text(named.key, 255);
  if (key === null && read.reasons.length === 0) read.refuse(`${named.key} is required`);
  const entry = {
    key: key as string,
    name: read.text(named.name) ?? fullName(read, roster),
    phone: read.text(named.phone, 50),
    email: read.text(named.email, 255),
  };
  return read.reasons.length > 0 ? { reasons: read.reasons } : { entry };
}

function fullName(read: FieldReader, roster: Roster): string | null {
  if (roster === "Office") return null;
  const parts = [read.text("MemberFirstName"), read.text("MemberLastName")].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(" ");
}

export type RosterPage = { sourceId: number; roster: Roster; entries: RosterEntry[] };

/**
 * Stores members or offices of a source: they fill what the records of listings leave out of their agent and office. Must be called in
 * a transaction; `announceRenamed` afterwards.
 */
export async function writeRoster(db: Db, { sourceId, roster, entries }: RosterPage): Promise<void> {
  // Imports write the same rows under this lock.
  await lockRevisions(db);
  const { table, key } = tables[roster];
  await bulk(
    db,
    latest(entries),
    partyColumns(sourceId),
    (t) => `
      insert into ${table} as stored (source_id, ${key}, roster_name, roster_phone, roster_email, announced_roster)
      select t.source_id, t.key, t.name, t.phone, t.email,
        coalesce(t.name, '') || chr(31) || coalesce(t.phone, '') || chr(31) || coalesce(t.email, '')
      from ${t}
      on conflict (source_id, ${key}) do update
      set roster_name = excluded.roster_name, roster_phone = excluded.roster_phone,
        roster_email = excluded.roster_email
      where (stored.roster_name, stored.roster_phone, stored.roster_email)
        is distinct from (excluded.roster_name, excluded.roster_phone, excluded.roster_email)`,
  );
}

/** Whether `writeRoster` would write any. Index: feed_agents_source_id_member_key_key, feed_offices_source_id_office_key_key. Expected: a page of members or offices. */
export async function rosterDiffers(db: Db, { sourceId, roster, entries }: RosterPage): Promise<boolean> {
  const { table, key } = tables[roster];
  const different = await bulk(
    db,
    latest(entries),
    partyColumns(sourceId),
    (t) => `
      select 1
      from ${t}
      left join ${table} stored on stored.source_id = t.source_id and stored.${key} = t.key
      where stored.${key} is null
        or (stored.roster_name, stored.roster_phone, stored.roster_email) is distinct from (t.name, t.phone, t.email)
      limit 1`,
  );
  return different.length > 0;
}

function latest(entries: RosterEntry[]): RosterEntry[] {
  return [...new Map(entries.map((entry) => [entry.key, entry])).values()];
}
