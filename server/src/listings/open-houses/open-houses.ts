import { sql } from "kysely";
import { type BulkColumn, bulk } from "../../platform/database/bulk.ts";
import type { Db } from "../../platform/database/database.ts";
import type { OpenHouse } from "./read-open-house.ts";

const column = (name: keyof OpenHouse, type: string): BulkColumn<OpenHouse> => ({
  name,
  type,
  value: (openHouse) => openHouse[name],
});

const columns: BulkColumn<OpenHouse>[] = [
  column("open_house_key", "text"),
  column("listing_key", "text"),
  column("date", "date"),
  column("starts_at", "timestamptz"),
  column("ends_at", "timestamptz"),
  column("status", "text"),
  column("type", "text"),
  column("remarks", "text"),
  column("modified_at", "timestamptz"),
];
const names = columns.map(({ name }) => name);
const changing = names.slice(1);

/** Stores open houses of a source; those that have not changed cost no write. */
export async function writeOpenHouses(db: Db, sourceId: number, openHouses: OpenHouse[]): Promise<void> {
  await bulk(
    db,
    latest(openHouses),
    columnsOf(sourceId),
    (t) => `
      insert into open_houses as stored (source_id, ${names.join(", ")})
      select t.source_id, ${names.map((name) => `t.${name}`).join(", ")}
      from ${t}
      on conflict (source_id, open_house_key) do update
      set ${changing.map((name) => `${name} = excluded.${name}`).join(", ")}
      where (${changing.map((name) => `stored.${name}`).join(", ")})
        is distinct from (${changing.map((name) => `excluded.${name}`).join(", ")})`,
  );
}

/** Whether `writeOpenHouses` would write any. Index: open_houses_source_id_open_house_key_key. Expected: a page of open houses. */
export async function openHousesDiffer(db: Db, sourceId: number, openHouses: OpenHouse[]): Promise<boolean> {
  const different = await bulk(
    db,
    latest(openHouses),
    columnsOf(sourceId),
    (t) => `
      select 1
      from ${t}
      left join open_houses stored on stored.source_id = t.source_id and stored.open_house_key = t.open_house_key
      where (${changing.map((name) => `stored.${name}`).join(", ")})
        is distinct from (${changing.map((name) => `t.${name}`).join(", ")})
      limit 1`,
  );
  return different.length > 0;
}

function latest(openHouses: OpenHouse[]): OpenHouse[] {
  return [...new Map(openHouses.map((openHouse) => [openHouse.open_house_key, openHouse])).values()];
}

function columnsOf(sourceId: number): BulkColumn<OpenHouse>[] {
  return [{ name: "source_id", type: "integer", value: () => sourceId }, ...columns];
}

/** The keys of a source's open houses. */
export async function openHouseKeys(db: Db, sourceId: number): Promise<string[]> {
  const rows = await db
    .selectFrom("open_houses")
    .select("open_house_key")
    .where("source_id", "=", sourceId)
    .execute();
  return rows.map(({ open_house_key }) => open_house_key);
}

export async function deleteOpenHouses(db: Db, sourceId: number, keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  await db
    .deleteFrom("open_houses")
    .where("source_id", "=", sourceId)
    .where("open_house_key", "in", keys)
    .execute();
}

/** Stores open houses as all that there are of these listings. */
export async function replaceOpenHouses(
  db: Db,
  sourceId: number,
  listings: readonly { key: string; openHouses: OpenHouse[] }[],
): Promise<void> {
  if (listings.length === 0) return;
  const openHouses = listings.flatMap((listing) => listing.openHouses);
  await sql`
    delete from open_houses
    where source_id = ${sourceId}
      and listing_key = any(${listings.map(({ key }) => key)}::text[])
      and open_house_key <> all(${openHouses.map(({ open_house_key }) => open_house_key)}::text[])`.execute(
    db,
  );
  if (openHouses.length > 0) await writeOpenHouses(db, sourceId, openHouses);
}
