import type { Column, Queryable, Table } from "./tables.ts";

/** The number of a table's rows, and a digest that is equal when the rows are, in any order. */
export type TableDigest = { rows: number; digest: string };

/** One text form of every value on both sides: PostgreSQL's, in UTC. */
export const CANONICAL_FORM = `
  set timezone = 'UTC';
  set datestyle = 'ISO, MDY';
  set intervalstyle = 'postgres';
  set extra_float_digits = 1;
  set bytea_output = 'hex'`;

/**
 * Computed by the database from what it stores: the sums of both halves of an MD5 of every row. A sum needs no order, which would
 * depend on the collation, and no memory.
 */
export async function digestTable(client: Queryable, { name, columns }: Table): Promise<TableDigest> {
  const { rows } = await client.query<TableDigest>(`
    select count(*)::int as rows, ${sumOf("left")} || ':' || ${sumOf("right")} as digest
    from (select md5(row(${columns.map(shortForm).join(", ")})::text) as hash from ${name}) as hashed`);
  return rows[0] as TableDigest;
}

function sumOf(half: "left" | "right"): string {
  return `coalesce(sum(('x' || ${half}(hash, 16))::bit(64)::bigint::numeric), 0)::text`;
}

/** Bytes may be large: their hash needs no copy as text. */
function shortForm({ name, type }: Column): string {
  return type === "bytea" ? `md5(${name})` : name;
}
