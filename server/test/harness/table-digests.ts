import { CANONICAL_FORM, digestTable } from "../../src/platform/database/move/digest-table.ts";
import { type Queryable, readTables, type Table } from "../../src/platform/database/move/tables.ts";

export type TableDigests = {
  tables: Table[];
  /** The number of rows and their digest, by table. */
  digests: Record<string, string>;
  /** Of all tables. */
  rows: number;
};

/** Digests of every table; of `tables`, of these columns alone, so that a later schema can be compared with an earlier one. */
export async function digestsOf(client: Queryable, tables?: Table[]): Promise<TableDigests> {
  await client.query(CANONICAL_FORM);
  const all = tables ?? (await readTables(client));
  const digests: Record<string, string> = {};
  let sum = 0;
  for (const table of all) {
    const { rows, digest } = await digestTable(client, table);
    digests[table.name] = `${rows} ${digest}`;
    sum += rows;
  }
  return { tables: all, digests, rows: sum };
}

/** The tables of which the rows differ. */
export function differing(before: TableDigests, after: TableDigests): string[] {
  return Object.keys(before.digests).filter((table) => before.digests[table] !== after.digests[table]);
}
