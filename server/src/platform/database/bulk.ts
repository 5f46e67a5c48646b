import { CompiledQuery } from "kysely";
import type { Db } from "./database.ts";

/** A column of a bulk statement: its name, its PostgreSQL type, its values. */
export type BulkColumn<Row> = { name: string; type: string; value: (row: Row) => unknown };

/** Runs one statement over many rows: see `bulkQuery`. */
export async function bulk<Row, Result>(
  db: Db,
  rows: Row[],
  columns: BulkColumn<Row>[],
  statement: (t: string) => string,
): Promise<Result[]> {
  return runBulk(db, bulkQuery(rows, columns, statement));
}

/** Runs a prepared `bulkQuery`; without rows it does nothing. */
export async function runBulk<Result>(db: Db, query: CompiledQuery | null): Promise<Result[]> {
  return query === null ? [] : (await db.executeQuery<Result>(query as CompiledQuery<Result>)).rows;
}

/**
 * Prepares one statement over many rows; null without rows. `statement` gets the text of a FROM item named `t` that
 * holds the rows: `unnest` with one array parameter per column, regardless of the number of rows. A column with the
 * same value in every row is sent as a single value, which saves a third of the work on both sides.
 */
export function bulkQuery<Row>(
  rows: Row[],
  columns: BulkColumn<Row>[],
  statement: (t: string) => string,
): CompiledQuery | null {
  if (rows.length === 0) return null;
  const parameters: unknown[] = [];
  const selected: string[] = [];
  const arrays: string[] = [];
  const names: string[] = [];
  for (const { name, type, value } of columns) {
    const first = value(rows[0] as Row);
    const isConstant = rows.every((row) => value(row) === first);
    if (isConstant && first === null) {
      selected.push(`null::${type} as ${name}`);
      continue;
    }
    parameters.push(isConstant ? first : arrayLiteral(rows, value, type === "text"));
    if (isConstant) {
      selected.push(`$${parameters.length}::${type} as ${name}`);
      continue;
    }
    arrays.push(`$${parameters.length}::${type}[]`);
    names.push(name);
    selected.push(name);
  }
  // All columns are constant: the number of rows still has to match.
  if (arrays.length === 0) arrays.push(`array_fill(0, array[${rows.length}])`);
  const t = `(select ${selected.join(", ")} from unnest(${arrays.join(", ")}) as u(${names.join(", ") || "n"})) as t`;
  return CompiledQuery.raw(statement(t), parameters);
}

/** PostgreSQL's array literal. Numbers, days, timestamps and booleans need no quotes. */
function arrayLiteral<Row>(rows: Row[], read: (row: Row) => unknown, isQuoted: boolean): string {
  let literal = "";
  for (const row of rows) {
    const value = read(row);
    literal += literal === "" ? "{" : ",";
    if (value === null) literal += "NULL";
    else literal += isQuoted ? quote(String(value)) : value;
  }
  return `${literal}}`;
}

function quote(text: string): string {
  return `"${/[\\"]/.test(text) ? text.replaceAll(/[\\"]/g, "\\$&") : text}"`;
}
