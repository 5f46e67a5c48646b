import type { SourceText, TextPlace } from "../../platform/text-files/open-text.ts";
import type { ColumnMap } from "./column-map.ts";
import { EnvelopeFacts } from "./envelope-facts.ts";
import {
  type ImportContext,
  type ImportCounts,
  type ImportOptions,
  importRecords,
} from "./import-records.ts";
import { readerFor } from "./reader-for.ts";

/** How the import of a text ended. */
export type SourceOutcome = {
  counts: ImportCounts;
  /** Where the text is not UTF-8 for the first time; rows with such bytes were rejected. */
  firstNotUtf8: TextPlace | null;
};

/** Imports the records of a text: RESO data, or a CSV by its map. */
export async function importSource(
  ctx: ImportContext,
  { text, map }: { text: SourceText; map: ColumnMap | null },
  options: ImportOptions,
): Promise<SourceOutcome> {
  const facts = new EnvelopeFacts();
  const counts = await importRecords(ctx, readerFor(text, map, facts), options);
  return { counts, firstNotUtf8: text.firstNotUtf8 };
}
