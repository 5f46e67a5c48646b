import type { TenantContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { requireLockedSession, type SessionRow } from "../sessions/session-row.ts";
import type { MessageReply, PreferenceParams } from "../visitors.schemas.ts";
import { findPreference } from "./find-preference.ts";
import { deleteStated, storeStated } from "./stated.ts";

/**
 * Deletes a preference that the visitor added. The inferred one, if any, applies again.
 *
 * @throws AppError 403 for an inferred one, confirmed or rejected too; 404 without a session, or without that
 * preference.
 */
export async function deletePreference(
  ctx: TenantContext,
  { type, key }: PreferenceParams,
): Promise<MessageReply> {
  return inTransaction(ctx, async (ctx) => {
    const session = await requireLockedSession(ctx);
    const named = findPreference(session, type, key);
    if (named.source === "inferred") throw inferred();
    const bound = boundIn(key);
    if (named.type === "price" && bound) await deleteBound(ctx, session, bound);
    else {
      const keys = named.type === "price" ? ["price", "min", "max"] : [named.key.toLowerCase()];
      await deleteStated(ctx, session.id, { type: named.type, keys });
    }
    return { success: true, message: "Preference removed" };
  });
}

const inferred = () =>
  new AppError("forbidden", "Inferred preferences cannot be deleted: reject them instead");

function boundIn(key: string): "min" | "max" | null {
  const bound = key.trim().toLowerCase();
  return bound === "min" || bound === "max" ? bound : null;
}

/** Deletes one end of a range. The other end may be added or inferred. */
async function deleteBound(
  ctx: TenantContext,
  { id, stated }: SessionRow,
  bound: "min" | "max",
): Promise<void> {
  const prices = stated.filter(({ type }) => type === "price");
  if (prices.some(({ key }) => key === bound)) return deleteStated(ctx, id, { type: "price", keys: [bound] });
  // Confirming a range merged the two bounds that the visitor added into one row.
  const range = prices.find(({ key, source }) => key === "price" && source === "user_added");
  if (range?.value[bound] == null) throw inferred();
  const rest = { ...range.value, [bound]: null };
  if (rest.min == null && rest.max == null) return deleteStated(ctx, id, { type: "price", keys: ["price"] });
  await storeStated(ctx, id, { ...range, value: rest });
}
