import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../context.ts";
import { inTransaction } from "../database/database.ts";
import { AppError } from "../errors.ts";
import { hasTag, strongTag } from "./etag.ts";

/**
 * The version of a record that staff edit. A GET with it answers the version as its ETag; every other method takes If-Match: it
 * runs only while the record has a version that the header names (RFC 9110, 13.1.1).
 */
export type RecordVersion<Ctx = never, Input = never> = {
  /** The record in the text of the refusal, such as `lead`. */
  record: string;
  /**
   * Reads what edits change, for the callers' scope too large or not: it is not shown. What changes by itself, such as counts and
   * times, is left out, because it would refuse edits that overwrite nothing.
   */
  read: (ctx: Ctx, input: Input) => Promise<unknown>;
  /**
   * Locks the record as its edits do, in their order, until the transaction ends.
   *
   * @throws AppError 404 when the caller may not edit it.
   */
  lock: (ctx: Ctx, input: Input) => Promise<unknown>;
  /** The route deletes the record: its reply has no ETag. One with transactions of its own compares in one before them. */
  deletesRecord?: true;
};

/** The version of a record, for the route that deletes it. */
export function deletionOf<Ctx, Input>(version: RecordVersion<Ctx, Input>): RecordVersion<Ctx, Input> {
  return { ...version, deletesRecord: true };
}

/** A record as it is read and edited through several routes. */
type Versioned<Ctx> = RecordVersion<Ctx, unknown>;

/** Runs the operation of a route with a version. Without If-Match, an edit runs as on any other route. */
export async function runVersioned<Ctx extends Context>(
  {
    method,
    version,
    run,
    changesOnGet,
    ownTransactions,
  }: {
    method: string;
    changesOnGet?: true;
    ownTransactions?: true;
    version: Versioned<Ctx>;
    run: (ctx: Ctx, input: unknown) => unknown;
  },
  ctx: Ctx,
  input: unknown,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<unknown> {
  if (method === "GET") {
    const { result, tag } = await readTagged(version, ctx, input, { run, again: changesOnGet === true });
    reply.header("ETag", tag);
    return result;
  }
  const ifMatch = request.headers["if-match"];
  if (ifMatch === undefined) return run(ctx, input);
  const compare = async (ctx: Ctx) => {
    await version.lock(ctx, input);
    const current = await tagOf(version, ctx, input);
    if (!hasTag(current, ifMatch)) throw changedSince(version.record, current);
  };
  if (version.deletesRecord && ownTransactions) {
    await inTransaction(ctx, compare);
    return run(ctx, input);
  }
  const { result, tag } = await inTransaction(ctx, async (ctx) => {
    await compare(ctx);
    const result = await run(ctx, input);
    return { result, tag: version.deletesRecord ? null : await tagOf(version, ctx, input) };
  });
  if (tag !== null) reply.header("ETag", tag);
  return result;
}

/**
 * The version is read before the content: of a change between them the reply has an old version, whose edit is refused, and never a
 * new version of old content. A GET that changes its record is repeated.
 */
async function readTagged<Ctx extends Context>(
  version: Versioned<Ctx>,
  ctx: Ctx,
  input: unknown,
  { run, again }: { run: (ctx: Ctx, input: unknown) => unknown; again: boolean },
): Promise<{ result: unknown; tag: string }> {
  const tag = await tagOf(version, ctx, input);
  const result = await run(ctx, input);
  if (!again || (await tagOf(version, ctx, input)) === tag) return { result, tag };
  return readTagged(version, ctx, input, { run, again: false });
}

async function tagOf<Ctx>({ read }: Versioned<Ctx>, ctx: Ctx, input: unknown): Promise<string> {
  return versionTag(await read(ctx, input));
}

/** The ETag of what `read` of a version returns, for lists whose items have theirs. */
export function versionTag(content: unknown): string {
  return strongTag(JSON.stringify(content ?? null));
}

function changedSince(record: string, etag: string): AppError {
  return new AppError(
    "precondition_failed",
    `The ${record} has changed since you read it. Read it again, and send your change with the ETag of that reply in If-Match`,
    { headers: { ETag: etag }, fields: { etag } },
  );
}

/** Fields of a row without some that change by themselves. */
export function versionFields<Row extends object>(
  row: Row | undefined,
  without: readonly (keyof Row)[] = [],
): Partial<Row> | null {
  if (!row) return null;
  const left = new Set<PropertyKey>(["updated_at", ...without]);
  return Object.fromEntries(Object.entries(row).filter(([name]) => !left.has(name))) as Partial<Row>;
}
