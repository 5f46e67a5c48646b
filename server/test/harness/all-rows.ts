import { sql } from "kysely";
import type { Db } from "../../src/platform/database/database.ts";

/** The rows of the whole database, as text, in which one of some words stands: `table: row`. */
export async function rowsContaining(db: Db, words: readonly string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name
    from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
    order by table_name`.execute(db);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`
      select every.*::text as text
      from ${sql.table(name)} as every`.execute(db);
    for (const { text } of rows) {
      if (words.some((word) => text.toLowerCase().includes(word.toLowerCase())))
        found.push(`${name}: ${text}`);
    }
  }
  return found.toSorted();
}

/** Every row of the database, but for some tables: what must not have changed. */
export async function everyRow(db: Db, { except }: { except: readonly string[] }): Promise<string[]> {
  const rows = await rowsContaining(db, [""]);
  return rows.filter((row) => !except.some((table) => row.startsWith(`${table}: `)));
}
