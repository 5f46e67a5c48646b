import { type Selectable, sql } from "kysely";
import { sourceNames } from "../../listings/index.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import type { Feeds } from "../../platform/database/types.generated.ts";
import { AppError } from "../../platform/errors.ts";

/** A row of `feeds` with the name of its source. */
export type StoredFeed = Selectable<Feeds> & { source: string };

/** @throws AppError 404 `Feed not found`. */
export async function requireFeed({ db }: Pick<Context, "db">, id: number): Promise<StoredFeed> {
  return withSource(db, await feedById(db, id).executeTakeFirst());
}

/**
 * Locks a feed until the transaction ends, but not its key: an insert of a run, which refers to it, need not wait. A request of a run
 * would wait for that insert in turn.
 *
 * @throws AppError 404 `Feed not found`.
 */
export async function lockFeed({ db }: Pick<Context, "db">, id: number): Promise<StoredFeed> {
  return withSource(db, await feedById(db, id).forNoKeyUpdate().executeTakeFirst());
}

/** The columns that each change of a configuration sets: what runs with the one before ends. */
export function changedAt(now: Date) {
  return { updated_at: now, version: sql<number>`version + 1` };
}

export function feedNotFound(): AppError {
  return new AppError("not_found", "Feed not found");
}

function feedById(db: Db, id: number) {
  return db.selectFrom("feeds").selectAll().where("id", "=", id);
}

async function withSource(db: Db, row: Selectable<Feeds> | undefined): Promise<StoredFeed> {
  if (!row) throw feedNotFound();
  const [source] = await sourceNames(db, [row.source_id]);
  if (source === undefined) throw feedNotFound();
  return { ...row, source };
}
