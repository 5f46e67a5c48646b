import type { SourceText, TextPlace } from "../../platform/text-files/open-text.ts";
import type { ColumnMap } from "./column-map.ts";
import { FileFacts, type Incomplete } from "./file-facts.ts";
import {
  type ImportContext,
  type ImportCounts,
  type ImportOptions,
  importRecords,
} from "./import-records.ts";
import { readerFor } from "./reader-for.ts";
import type { Removal } from "./removal.ts";
import { type ReplaceOptions, type SourceBefore, SourceReplacement } from "./source-replacement.ts";
import { findOrCreateSource, markSourceUpdated } from "./sources.ts";

export type SourceOptions = ImportOptions & {
  /** The text holds all listings of the source: others are removed. */
  replace?: (ReplaceOptions & { before: SourceBefore }) | undefined;
};

/** How the import of a text ended. */
export type SourceOutcome = {
  counts: ImportCounts;
  /** Where the text is not UTF-8 for the first time; rows with such bytes were rejected. */
  firstNotUtf8: TextPlace | null;
  /** Why the text does not hold all listings of its source, as far as it says so itself. */
  incomplete: Incomplete | null;
  /** Null without `replace`, and when the import was stopped before all was stored. */
  removal: Removal | null;
};

/**
 * Imports the records of a text: RESO data, or a CSV by its map. With `replace`, the source's other listings are removed when
 * everything is stored; an error or a stop before that removes nothing.
 */
export async function importSource(
  ctx: ImportContext,
  { text, map }: { text: SourceText; map: ColumnMap | null },
  { replace, ...options }: SourceOptions,
): Promise<SourceOutcome> {
  const facts = new FileFacts();
  const items = readerFor(text, map, facts);
  const replacement = replace && new SourceReplacement(ctx, replace.before);
  const counts = await importRecords(ctx, replacement ? replacement.note(items) : items, options);
  const incomplete = facts.incomplete(replacement ? replacement.read : counts.read);
  const isWhole = !ctx.signal.aborted;
  const removal = replacement && isWhole ? await replacement.finish(incomplete, replace) : null;
  if (isWhole) {
    const { id } = await findOrCreateSource(ctx.db, options.source);
    await markSourceUpdated(ctx.db, id, ctx.clock.now());
  }
  return { counts, firstNotUtf8: text.firstNotUtf8, incomplete, removal };
}
