import pLimit from "p-limit";
import type { LeadSettings } from "../../../lead-settings/index.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction } from "../../../platform/database/database.ts";
import { AppError } from "../../../platform/errors.ts";
import type { LeadRow } from "../../lead-row.ts";
import { leadsWithin } from "../../lead-scope.ts";
import { applyEvent } from "../apply-event.ts";
import { system } from "../record-event.ts";
import { quietLeads } from "./quiet-leads.sql.ts";

export const timeouts = {
  timeout_no_response: { stage: "CONTACTING", days: (each: LeadSettings) => each.contacting_timeout_days },
  timeout_180d_no_progress: { stage: "QUALIFIED", days: (each: LeadSettings) => each.qualified_timeout_days },
} as const;
export type Timeout = keyof typeof timeouts;

const DAY_MS = 86_400_000;
const BATCH = 500;
/** Concurrent archivals; each mostly waits for the database. The other connections stay free for requests. */
const AT_ONCE = 4;

/**
 * Archives leads after the timeout of their stage: CONTACTING without a response, QUALIFIED without progress, for the days
 * that their brokerage has set (SPEC: Canonical pipeline stage). Each in its own transaction: one that the state machine refuses
 * stops neither the others nor what the sweep does after them; a warning names such leads.
 *
 * @returns the number of archived leads.
 */
export async function archiveQuietLeads(
  ctx: Context,
  event: Timeout,
  settings: ReadonlyMap<number, LeadSettings>,
): Promise<number> {
  const limit = pLimit(AT_ONCE);
  const { stage, days } = timeouts[event];
  const now = ctx.clock.now().getTime();
  const quietSince = new Map([...settings].map(([id, each]) => [id, new Date(now - days(each) * DAY_MS)]));
  /** Leads that are locked, no longer quiet or cannot be archived; the next sweep checks them again. */
  const skipped: number[] = [];
  const refused: { lead_id: number; reason: string }[] = [];
  let archived = 0;
  for (;;) {
    const quiet = await quietLeads(ctx.db, { stage, quietSince, except: skipped, limit: BATCH });
    const one = async ({ id, brokerage_id }: (typeof quiet)[number]) => {
      if (ctx.signal.aborted) return;
      const ending = { event, stage, since: quietSince.get(brokerage_id) as Date };
      const outcome = await tryArchive(ctx, id, ending);
      if (outcome === "archived") archived++;
      else skipped.push(id);
      if (typeof outcome === "object") refused.push({ lead_id: id, reason: outcome.message });
    };
    await limit.map(quiet, one);
    if (quiet.length < BATCH || ctx.signal.aborted) break;
  }
  if (refused.length > 0)
    ctx.log.warn({ event, count: refused.length, first: refused.slice(0, 5) }, "quiet leads not archived");
  return archived;
}

type Ending = { event: Timeout; stage: LeadRow["stage"]; since: Date };
type Outcome = "archived" | "skipped";

/** Anything but a refusal by the state machine, such as a database that is away, concerns every lead: it is thrown. */
async function tryArchive(ctx: Context, leadId: number, ending: Ending): Promise<Outcome | AppError> {
  try {
    return await archive(ctx, leadId, ending);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

async function archive(ctx: Context, leadId: number, { event, stage, since }: Ending): Promise<Outcome> {
  return inTransaction(ctx, async (ctx) => {
    const lead = (await leadsWithin(ctx.db, null)
      .selectAll()
      .where("leads.id", "=", leadId)
      .forNoKeyUpdate()
      .skipLocked()
      .executeTakeFirst()) as LeadRow | undefined;
    if (!lead || lead.stage !== stage || isActive(lead, since)) return "skipped";
    await applyEvent(ctx, lead, { event, actor: system, bySweep: true, payload: { automatic: true } });
    return "archived";
  });
}

/** Whether there was activity since the lead was read. */
function isActive({ stage_entered_at, last_contact, last_signal_at }: LeadRow, since: Date): boolean {
  return [stage_entered_at, last_contact, last_signal_at].some((moment) => moment !== null && moment > since);
}
