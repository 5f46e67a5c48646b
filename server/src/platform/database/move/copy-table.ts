import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import type { Table } from "./tables.ts";

const NEWLINE = 10;

/** Streams a table's rows from one database into the other, by COPY. */
export async function copyTable(
  source: pg.Client,
  target: pg.Client,
  { name, columns }: Table,
  options: { signal: AbortSignal; onRows: (count: number) => void },
): Promise<void> {
  const list = columns.map((column) => column.name).join(", ");
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      options.onRows(countRows(chunk));
      done(null, chunk);
    },
  });
  await pipeline(
    source.query(copyTo(`copy ${name} (${list}) to stdout`)),
    counter,
    target.query(copyFrom(`copy ${name} (${list}) from stdin`)),
    { signal: options.signal },
  );
}

/** COPY's text format ends rows with a newline, and escapes those of values. */
function countRows(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) count++;
  return count;
}
