import type { Context } from "../platform/context.ts";
import { AppError } from "../platform/errors.ts";
import { canSee } from "../platform/http/permissions.ts";
import { brokerageColumns, toBrokerage } from "./brokerage-row.ts";
import type { Brokerage } from "./brokerages.schemas.ts";

/*
 * Visibility of everything that belongs to a brokerage: staff see their own brokerage while it is not disabled, admins see
 * all. Records of a disabled brokerage can be read and removed by admins, but not changed or added to until an admin
 * restores the brokerage.
 */

/** @throws AppError 404 `Brokerage not found`: missing, another's, or disabled and the caller is not an admin. */
export async function findVisibleBrokerage(ctx: Context, brokerageId: number): Promise<Brokerage> {
  const row = await brokerageById(ctx, brokerageId).executeTakeFirst();
  if (!row || !canAccess(ctx, brokerageId) || (row.disabled_at && !canSeeDisabled(ctx))) throw notFound();
  return toBrokerage(row);
}

/**
 * The brokerage, for a change to it or to its records. Its row is locked until the transaction ends, which serializes
 * such changes.
 *
 * @throws AppError 404 `Brokerage not found`: missing, another's, or disabled.
 */
export async function lockBrokerage(ctx: Context, brokerageId: number): Promise<Brokerage> {
  const brokerage = await lockToRestore(ctx, brokerageId);
  if (brokerage.disabled_at) throw notFound();
  return brokerage;
}

/**
 * The same, and a disabled brokerage too, so that it can be restored.
 *
 * @throws AppError 404 `Brokerage not found`: missing, another's, or disabled and the caller is not an admin.
 */
export async function lockToRestore(ctx: Context, brokerageId: number): Promise<Brokerage> {
  if (!canAccess(ctx, brokerageId)) throw notFound();
  const row = await brokerageById(ctx, brokerageId).forNoKeyUpdate().executeTakeFirst();
  if (!row || (row.disabled_at && !canSeeDisabled(ctx))) throw notFound();
  return toBrokerage(row);
}

/** Whether the caller may see records of disabled brokerages. */
export function canSeeDisabled(ctx: Context): boolean {
  return ctx.actor === null || ctx.actor.role === "admin";
}

/** Whether the caller may see this brokerage; code that runs without a caller may see all. */
export function canAccess(ctx: Context, brokerageId: number): boolean {
  return ctx.actor === null || canSee(ctx.actor, brokerageId);
}

function brokerageById(ctx: Context, id: number) {
  return ctx.db.selectFrom("brokerages").select(brokerageColumns).where("id", "=", id);
}

function notFound(): AppError {
  return new AppError("not_found", "Brokerage not found");
}
