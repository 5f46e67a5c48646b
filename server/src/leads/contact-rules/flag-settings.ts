import type { Selectable } from "kysely";
import { recordChange } from "../../audit/index.ts";
import { stopEnrollments } from "../../drips/index.ts";
import type { Context } from "../../platform/context.ts";
import type { LeadFlags } from "../../platform/database/types.generated.ts";
import { AppError } from "../../platform/errors.ts";
import type { LeadRow } from "../lead-row.ts";
import type { FlagSetting } from "./flags.schemas.ts";
import { type Flag, flags } from "./flags.ts";
import { marketingStopReason } from "./may-receive.ts";

type FlagRow = Selectable<LeadFlags>;

/** A flag of a lead, and the reason for setting or clearing it. */
export type FlagInput = { lead_id: number; flag: string; reason?: string | null };

/** @throws AppError 404 for an unknown flag. */
export function parseFlag(name: string): Flag {
  const flag = flags.find((each) => each === name);
  if (!flag) throw new AppError("not_found", `Flag not found; there are ${flags.join(", ")}`);
  return flag;
}

/** The active setting of a flag. The caller has locked the lead. */
export async function activeSetting({ db }: Context, leadId: number, flag: Flag): Promise<FlagRow | null> {
  const row = await db
    .selectFrom("lead_flags")
    .selectAll()
    .where("lead_id", "=", leadId)
    .where("flag", "=", flag)
    .where("cleared_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

type Change = { flag: Flag; reason: string | null; by: string };

/**
 * Sets a flag of a lead that the caller has locked. An active flag keeps its first reason. Drips that the flag forbids stop,
 * also those with manual enrollment since the flag was set.
 *
 * @returns the setting, and whether it is new.
 */
export async function setFlag(ctx: Context, lead: LeadRow, { flag, reason, by }: Change) {
  const stop = marketingStopReason([flag]);
  if (stop) await stopEnrollments(ctx, { leadId: lead.id, reason: stop });
  const active = await activeSetting(ctx, lead.id, flag);
  if (active) return { setting: active, isNew: false };
  const setting = await ctx.db
    .insertInto("lead_flags")
    .values({ lead_id: lead.id, flag, reason, set_at: ctx.clock.now(), set_by: by })
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordFlagChange(ctx, lead, {
    flag,
    before: { active: false, reason: null },
    after: { active: true, reason },
  });
  return { setting, isNew: true };
}

/** Clears an active setting. The caller has locked the lead. The row stays and records who cleared it and why. */
export async function clearFlag(
  ctx: Context,
  lead: LeadRow,
  active: FlagRow,
  { flag, reason, by }: Change,
): Promise<void> {
  await ctx.db
    .updateTable("lead_flags")
    .set({ cleared_at: ctx.clock.now(), cleared_by: by, clear_reason: reason })
    .where("id", "=", active.id)
    .execute();
  await recordFlagChange(ctx, lead, {
    flag,
    before: { active: true, reason: active.reason },
    after: { active: false, reason },
  });
}

type FlagState = { active: boolean; reason: string | null };

/** A flag change is a change of the lead: its audit row has `{dnc: {active, reason}}`. */
async function recordFlagChange(
  ctx: Context,
  lead: LeadRow,
  { flag, before, after }: { flag: Flag; before: FlagState; after: FlagState },
): Promise<void> {
  await ctx.db.updateTable("leads").set({ updated_at: ctx.clock.now() }).where("id", "=", lead.id).execute();
  await recordChange(ctx, {
    action: "update",
    targetType: "lead",
    targetId: lead.id,
    brokerageId: lead.brokerage_id,
    before: { [flag]: before },
    after: { [flag]: after },
  });
}

export function presentFlag(row: FlagRow): FlagSetting {
  return {
    flag: row.flag as Flag,
    active: row.cleared_at === null,
    reason: row.reason,
    set_at: row.set_at,
    set_by: row.set_by,
    cleared_at: row.cleared_at,
    cleared_by: row.cleared_by,
    clear_reason: row.clear_reason,
  };
}
