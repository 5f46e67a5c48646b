import type { TenantContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { requireLockedSession } from "../sessions/session-row.ts";
import type { JudgePreferenceInput, PreferenceReply } from "../visitors.schemas.ts";
import { currentPreference } from "./add-preference.ts";
import { findPreference, isRooms } from "./find-preference.ts";
import type { FlatPreference } from "./flat.ts";
import { deleteStated, type StatedValue, storeStated } from "./stated.ts";

/**
 * Confirms or rejects a preference, which then stays fixed. A rejected one has
 * confidence 0 and is not matched. A price is confirmed or rejected as a range.
 *
 * @throws AppError 404 without a session, or without that preference.
 */
export async function judgePreference(
  ctx: TenantContext,
  { type, key, action }: JudgePreferenceInput,
): Promise<PreferenceReply> {
  return inTransaction(ctx, async (ctx) => {
    const session = await requireLockedSession(ctx);
    const judged = findPreference(session, type, key);
    // The current range becomes one row.
    if (judged.type === "price") await deleteStated(ctx, session.id, { type: "price", keys: ["min", "max"] });
    await storeStated(ctx, session.id, {
      type: judged.type,
      key: judged.key.toLowerCase(),
      value: statedValue(judged),
      verdict: action === "confirm" ? "confirmed" : "rejected",
      source: judged.source,
    });
    return { success: true, preference: await currentPreference(ctx, judged.type, judged.key) };
  });
}

function statedValue({ type, key, value, min, max }: FlatPreference): StatedValue {
  if (type === "price") return { min: min ?? null, max: max ?? null };
  if (isRooms(type)) return { min: min ?? null };
  return { key, ...(value !== undefined && { value }) };
}
