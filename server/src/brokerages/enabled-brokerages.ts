import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import type { BrokerageSummary } from "./brokerage-summary.ts";

/** Every brokerage that is not disabled, by id. */
export async function enabledBrokerages(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom("brokerages")
    .select("id")
    .where("disabled_at", "is", null)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether the brokerage exists and is not disabled. */
export async function isEnabledBrokerage(db: Db, brokerageId: number): Promise<boolean> {
  const row = await db
    .selectFrom("brokerages")
    .select("id")
    .where("id", "=", brokerageId)
    .where("disabled_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Checks that the brokerage exists before something is added to it.
 *
 * @throws AppError 404 `Brokerage not found`, also for a disabled one.
 */
export async function requireBrokerage(db: Db, brokerageId: number): Promise<void> {
  if (!(await isEnabledBrokerage(db, brokerageId))) throw new AppError("not_found", "Brokerage not found");
}

/**
 * The brokerage that a command names for an addition.
 *
 * @throws AppError 404 `Brokerage not found`, also for a disabled one.
 */
export async function brokerageBySlug(db: Db, slug: string): Promise<BrokerageSummary> {
  const row = await db
    .selectFrom("brokerages")
    .select(["id", "name", "slug"])
    .where("slug", "=", slug)
    .where("disabled_at", "is", null)
    .executeTakeFirst();
  if (!row) throw new AppError("not_found", "Brokerage not found");
  return row;
}

/** The brokerage with this slug, disabled or not; null without one. */
export async function findBySlug(
  db: Db,
  slug: string,
): Promise<{ name: string; isDisabled: boolean } | null> {
  const row = await db
    .selectFrom("brokerages")
    .select(["name", "disabled_at"])
    .where("slug", "=", slug)
    .executeTakeFirst();
  return row ? { name: row.name, isDisabled: row.disabled_at !== null } : null;
}

/** False in a new installation. */
export async function hasBrokerages(ctx: Pick<Context, "db">): Promise<boolean> {
  return (await ctx.db.selectFrom("brokerages").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** The brokerages whose records lists and searches leave out; few. */
export async function disabledBrokerages(db: Db): Promise<number[]> {
  const rows = await db.selectFrom("brokerages").select("id").where("disabled_at", "is not", null).execute();
  return rows.map(({ id }) => id);
}
