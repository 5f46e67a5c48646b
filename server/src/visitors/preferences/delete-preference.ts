import type { TenantContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { requireLockedSession, type SessionRow } from "../sessions/session-row.ts";
import type { MessageReply, PreferenceParams } from "../visitors.schemas.ts";
import { namedPreference } from "./named-preference.ts";
import { state, unstate } from "./stated.ts";

/**
 * Takes back what the visitor has added; what is inferred of the same shows again.
 *
 * @throws AppError 403 for an inferred one, confirmed or rejected too; 404 without a session, or without that preference.
 */
export async function deletePreference(
  ctx: TenantContext,
  { type, key }: PreferenceParams,
): Promise<MessageReply> {
  return inTransaction(ctx, async (ctx) => {
    const session = await requireLockedSession(ctx);
    const named = namedPreference(session, type, key);
    if (named.source === "inferred") throw inferred();
    const bound = boundIn(key);
    if (named.type === "price" && bound) await deleteBound(ctx, session, bound);
    else {
      const keys = named.type === "price" ? ["price", "min", "max"] : [named.key.toLowerCase()];
      await unstate(ctx, session.id, { type: named.type, keys });
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

/** One end of a range; the other may have been added too, or inferred. */
async function deleteBound(
  ctx: TenantContext,
  { id, stated }: SessionRow,
  bound: "min" | "max",
): Promise<void> {
  const prices = stated.filter(({ type }) => type === "price");
  if (prices.some(({ key }) => key === bound)) return unstate(ctx, id, { type: "price", keys: [bound] });
  // A range of theirs that they have judged since, in one piece.
  const range = prices.find(({ key, source }) => key === "price" && source === "user_added");
  if (range?.value[bound] == null) throw inferred();
  const rest = { ...range.value, [bound]: null };
  if (rest.min == null && rest.max == null) return unstate(ctx, id, { type: "price", keys: ["price"] });
  await state(ctx, id, { ...range, value: rest });
}
