import type { TenantContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { requireLockedSession } from "../sessions/session-row.ts";
import type { JudgePreferenceInput, PreferenceReply } from "../visitors.schemas.ts";
import { nowOf } from "./add-preference.ts";
import type { FlatPreference } from "./flat.ts";
import { isRooms, namedPreference } from "./named-preference.ts";
import { type StatedValue, state, unstate } from "./stated.ts";

/**
 * A visitor confirms what is known of them, or rejects it: from then on it stays as it is, whatever else they do. What is
 * rejected has confidence 0 and counts in no matching. A price is judged as a range.
 *
 * @throws AppError 404 without a session, or without that preference.
 */
export async function judgePreference(
  ctx: TenantContext,
  { type, key, action }: JudgePreferenceInput,
): Promise<PreferenceReply> {
  return inTransaction(ctx, async (ctx) => {
    const session = await requireLockedSession(ctx);
    const judged = namedPreference(session, type, key);
    // The range as it stands now, in one piece.
    if (judged.type === "price") await unstate(ctx, session.id, { type: "price", keys: ["min", "max"] });
    await state(ctx, session.id, {
      type: judged.type,
      key: judged.key.toLowerCase(),
      value: statedValue(judged),
      verdict: action === "confirm" ? "confirmed" : "rejected",
      source: judged.source,
    });
    return { success: true, preference: await nowOf(ctx, judged.type, judged.key) };
  });
}

function statedValue({ type, key, value, min, max }: FlatPreference): StatedValue {
  if (type === "price") return { min: min ?? null, max: max ?? null };
  if (isRooms(type)) return { min: min ?? null };
  return { key, ...(value !== undefined && { value }) };
}
