import type pg from "pg";

export type Table = {
  name: string;
  /** Quoted, in the table's order; without generated columns, which each database computes. */
  columns: Column[];
  hasTriggers: boolean;
};

/** A connection, or a transaction on one. */
export type Queryable = { query<Row>(text: string): Promise<{ rows: Row[] }> };

export type Column = { name: string; type: string };

/** The product's tables. Those of background jobs are in a schema of their own, which each start makes again. */
const TABLES = `
  select c.oid::int as id, quote_ident(c.relname) as name,
    exists (select from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) as "hasTriggers",
    array(
      select quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
      from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by a.attnum) as columns
  from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
  order by c.relname`;

const REFERENCES = `
  select conrelid::int as "from", confrelid::int as "to"
  from pg_constraint
  where contype = 'f' and conrelid <> confrelid`;

type TableRow = { id: number; name: string; hasTriggers: boolean; columns: string[] };

/** All tables, each after those that it references. */
export async function readTables(client: Queryable): Promise<Table[]> {
  const { rows } = await client.query<TableRow>(TABLES);
  const { rows: references } = await client.query<{ from: number; to: number }>(REFERENCES);
  const pending = new Map(rows.map((row) => [row.id, row]));
  const tables: Table[] = [];
  while (pending.size > 0) {
    const isFree = ({ id }: TableRow) => !references.some(({ from, to }) => from === id && pending.has(to));
    const free = [...pending.values()].filter(isFree);
    if (free.length === 0)
      throw new Error(`Tables reference each other: ${[...pending.values()].map(({ name }) => name)}`);
    for (const { id, name, hasTriggers, columns } of free) {
      pending.delete(id);
      tables.push({ name, hasTriggers, columns: columns.map(readColumn) });
    }
  }
  return tables;
}

function readColumn(text: string): Column {
  const [, name = "", type = ""] = /^("(?:[^"]|"")*"|\S+) (.*)$/.exec(text) ?? [];
  return { name, type };
}

export type Sequence = { name: string; lastValue: string | null; startValue: string };

const SEQUENCES = `
  select quote_ident(sequencename) as name, last_value::text as "lastValue", start_value::text as "startValue"
  from pg_sequences
  where schemaname = current_schema()
  order by sequencename`;

/** Sequences, those of identity columns included. */
export async function readSequences(client: Queryable): Promise<Sequence[]> {
  return (await client.query<Sequence>(SEQUENCES)).rows;
}

export async function setSequence(
  client: pg.Client,
  { name, lastValue, startValue }: Sequence,
): Promise<void> {
  await client.query("select setval($1::regclass, $2::bigint, $3)", [
    name,
    lastValue ?? startValue,
    lastValue !== null,
  ]);
}
