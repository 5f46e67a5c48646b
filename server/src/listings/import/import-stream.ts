import { Readable } from "node:stream";
import type { Context } from "../../platform/context.ts";
import { openText } from "../../platform/text-files/open-text.ts";
import type { UsesListings } from "../services.ts";
import type { ColumnMap } from "./column-map.ts";
import { importInThread } from "./import-in-thread.ts";
import type { ImportContext, ImportOptions } from "./import-records.ts";
import { importSource, type SourceOptions, type SourceOutcome } from "./import-source.ts";
import { type ReplaceOptions, readSourceBefore } from "./source-replacement.ts";

/** Smaller imports take less time than the start of a thread. */
const THREAD_MIN_BYTES = 64 * 1024;

/**
 * Imports the bytes of a source, plain or gzip. In a process that answers searches, a worker thread does the work of all but small
 * imports; elsewhere a thread would only cost more.
 */
export async function importStream(
  ctx: ImportContext & UsesListings & Pick<Context, "background">,
  { stream, map }: { stream: Readable; map: ColumnMap | null },
  { replace, ...others }: ImportOptions & { replace?: ReplaceOptions | undefined },
): Promise<SourceOutcome> {
  const before = replace && (await readSourceBefore(ctx.db, others.source));
  const options: SourceOptions = { ...others, replace: before && { ...replace, before } };
  const chunks: AsyncIterator<Uint8Array> = stream.iterator();
  const start: Uint8Array[] = [];
  let size = 0;
  /** How the bytes end, once that is known. */
  let end: (() => void) | null = null;
  while (size <= THREAD_MIN_BYTES && end === null) {
    try {
      const next = await chunks.next();
      if (next.done) end = () => {};
      else size += start.push(next.value) && next.value.length;
    } catch (error) {
      end = () => {
        throw error;
      };
    }
  }
  const bytes = (async function* () {
    yield* start;
    if (end) end();
    else yield* { [Symbol.asyncIterator]: () => chunks };
  })();
  if (end === null && ctx.listings.index.isStarted) return importInThread(ctx, { bytes, map }, options);
  const text = openText(Readable.from(bytes, { objectMode: false }));
  return importSource(ctx, { text, map }, options);
}
