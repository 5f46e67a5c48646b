import type { Context } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import type { Actor } from "../../platform/http/permissions.ts";
import { BOOTSTRAP_NAME } from "../first-keys.ts";

/**
 * The first admin key opens sessions until an admin has confirmed an email (web.md, W27); as a key it stays valid.
 *
 * @throws AppError 403
 */
export async function requireOpenKey({ db }: Context, { apiKeyId, name }: Actor): Promise<void> {
  if (apiKeyId === null || name !== BOOTSTRAP_NAME) return;
  if (await db.selectFrom("admins").select("id").limit(1).executeTakeFirst()) {
    throw new AppError("forbidden", "The first admin key does not sign in any more: admins sign in by email");
  }
}
