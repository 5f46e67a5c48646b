import { settingsOfAll } from "../lead-settings/index.ts";
import type { Context } from "../platform/context.ts";
import { type AlertCounts, sweepAlerts } from "./assignment/alerts/sweep-alerts.ts";
import { remindOfFollowUps } from "./engagement/follow-ups/remind-of-follow-ups.ts";
import { archiveQuietLeads, type Timeout } from "./lifecycle/timeouts/archive-quiet-leads.ts";
import { nurtureQuietRegistrations } from "./lifecycle/timeouts/nurture-quiet-registrations.ts";

export type LeadCounts = Record<Timeout, number> &
  AlertCounts & { follow_up_reminder: number; registration_nurtured: number };
export type LeadAction = keyof LeadCounts;

/**
 * Everything about leads whose time has come by now (SPEC: Lifecycle timeouts, Alerts and notifications, Registration lead
 * status). It depends on the database and the clock alone, and any number of processes may do it at once.
 *
 * @returns how many leads each action was taken for.
 */
export async function sweepLeads(ctx: Context): Promise<LeadCounts> {
  const settings = await settingsOfAll(ctx.db);
  return {
    // First, for leads that are archived need no reminders.
    timeout_no_response: await archiveQuietLeads(ctx, "timeout_no_response", settings),
    timeout_180d_no_progress: await archiveQuietLeads(ctx, "timeout_180d_no_progress", settings),
    ...(await sweepAlerts(ctx, settings)),
    follow_up_reminder: await remindOfFollowUps(ctx, settings),
    registration_nurtured: await nurtureQuietRegistrations(ctx),
  };
}
