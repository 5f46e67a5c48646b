import type { ColumnMap } from "./column-map.ts";
import type { ImportItem } from "./listing-record.ts";
import { readCsv } from "./read-csv.ts";
import { readReso } from "./read-reso.ts";

/** A CSV has a map, RESO data has none. */
export function readerFor(text: AsyncIterable<string>, map: ColumnMap | null): AsyncIterable<ImportItem[]> {
  return map ? readCsv(text, map) : readReso(text);
}
