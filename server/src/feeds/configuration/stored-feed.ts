import type { Selectable } from "kysely";
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
 * Locks a feed until the transaction ends.
 *
 * @throws AppError 404 `Feed not found`.
 */
export async function lockFeed({ db }: Pick<Context, "db">, id: number): Promise<StoredFeed> {
  return withSource(db, await feedById(db, id).forUpdate().executeTakeFirst());
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
