import { addAbortSignal, type Readable } from "node:stream";
import { recordChange } from "../../audit/index.ts";
import type { Context } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { refuseFedSource } from "../fed-sources.ts";
import type { UsesListings } from "../services.ts";
import type { Incomplete } from "./file-facts.ts";
import type { ImportCounts } from "./import-records.ts";
import type { SourceOutcome } from "./import-source.ts";
import { importStream } from "./import-stream.ts";
import type { Removal } from "./removal.ts";

const REJECTS_SHOWN = 100;

type Input = {
  source: string;
  replace?: boolean | undefined;
  removal_guard_percent?: number | undefined;
  stream?: Readable;
};

/** The counts of the reply (decisions.md: Listings, Import). */
type ReplyCounts = Omit<ImportCounts, "photos">;
type Report = ReplyCounts & {
  source: string;
  rejects: { line: number; reasons: string[] }[];
  /** Only where the data says so itself. */
  incomplete?: Incomplete;
  /** Only with `replace`. */
  removal?: Removal;
};

/**
 * Imports a stream of RESO records (decisions.md: Listings, Import). Bad records are reported, good ones land. With `replace`,
 * listings of the source that it does not have are removed, unless the removal guard holds them.
 *
 * @throws AppError 400 when the stream is damaged, 409 when the source has a feed, 503 when the server stops; what came before has landed.
 */
export async function importListings(ctx: Context<UsesListings>, input: Input): Promise<Report> {
  const rejects: Report["rejects"] = [];
  if (!input.stream)
    throw new AppError("bad_request", "Send RESO records as the body, one JSON object a line");
  await refuseFedSource(ctx.db, input.source, "import");
  // An upload that stalls must not hold up a stop of the server.
  const stream = addAbortSignal(ctx.signal, input.stream);
  let counts: ReplyCounts = { read: 0, created: 0, updated: 0, unchanged: 0, rejected: 0 };
  let removed = 0;
  const guardPercent = input.removal_guard_percent;
  const onRemoved = (progress: { removed: number }) => {
    removed = progress.removed;
  };
  let outcome: SourceOutcome;
  try {
    outcome = await importStream(
      ctx,
      { stream, map: null },
      {
        source: input.source,
        replace: input.replace ? { guardPercent, onRemoved } : undefined,
        onBatch: ({ photos: _, ...stored }) => {
          counts = stored;
        },
        onRejects: (some) => {
          const shown = some.slice(0, REJECTS_SHOWN - rejects.length);
          // Without their rows, which the caller has, and which may be 8 MB each.
          rejects.push(...shown.map(({ line, reasons }) => ({ line, reasons })));
        },
      },
    );
  } finally {
    // One row for all batches, however it ended: each has landed in a transaction of its own.
    await recordImport(ctx, input.source, input.replace ? { ...counts, removed } : counts);
  }
  if (ctx.signal.aborted) {
    throw new AppError(
      "unavailable",
      `Interrupted after ${counts.read} records, which are stored: send the ${input.replace ? "same data" : "rest"} again`,
    );
  }
  const { incomplete, removal } = outcome;
  return {
    source: input.source,
    ...counts,
    rejects,
    ...(incomplete ? { incomplete } : {}),
    ...(removal ? { removal } : {}),
  };
}

/** The audit row of an import. */
export async function recordImport(ctx: Context, source: string, counts: object): Promise<void> {
  await recordChange(ctx, {
    action: "import",
    targetType: "source",
    targetId: source,
    brokerageId: null,
    after: counts,
  });
}
