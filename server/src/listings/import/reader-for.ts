import type { ColumnMap } from "./column-map.ts";
import type { FileFacts } from "./file-facts.ts";
import type { ImportItem } from "./listing-record.ts";
import { readCsv } from "./read-csv.ts";
import { readRejectedCsv } from "./read-rejected-csv.ts";
import { readReso } from "./read-reso.ts";

/** RESO data has no map. With one it is a CSV, or the rejects file of one. */
export async function* readerFor(
  text: AsyncIterable<string>,
  map: ColumnMap | null,
  facts: FileFacts,
): AsyncGenerator<ImportItem[]> {
  if (!map) return yield* readReso(text, facts);
  const chunks = text[Symbol.asyncIterator]();
  const first = await chunks.next();
  const start = first.done ? "" : first.value;
  const whole = (async function* () {
    yield start;
    yield* { [Symbol.asyncIterator]: () => chunks };
  })();
  yield* start.startsWith("{") ? readRejectedCsv(whole, map, facts) : readCsv(whole, map);
}
