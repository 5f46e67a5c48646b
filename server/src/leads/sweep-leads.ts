import { leadSettingsOfAll } from "../lead-settings/index.ts";
import type { Context } from "../platform/context.ts";
import { type AlertCounts, sweepAlerts } from "./assignment/alerts/sweep-alerts.ts";
import { remindOfFollowUps } from "./engagement/follow-ups/remind-of-follow-ups.ts";
import { archiveQuietLeads, type Timeout } from "./lifecycle/timeouts/archive-quiet-leads.ts";
import { nurtureQuietRegistrations } from "./lifecycle/timeouts/nurture-quiet-registrations.ts";

export type LeadCounts = Record<Timeout, number> &
  AlertCounts & { follow_up_reminder: number; registration_nurtured: number };
export type LeadAction = keyof LeadCounts;

/**
 * Runs everything that is due for leads (SPEC: Lifecycle timeouts, Alerts and notifications, Registration lead status). The
 * result depends on the database and the clock only. Safe in several processes at once.
 *
 * @returns the number of leads per action.
 */
export async function sweepLeads(ctx: Context): Promise<LeadCounts> {
  const settings = await leadSettingsOfAll(ctx.db);
  return {
    // First, because archived leads need no reminders.
    timeout_no_response: await archiveQuietLeads(ctx, "timeout_no_response", settings),
    timeout_180d_no_progress: await archiveQuietLeads(ctx, "timeout_180d_no_progress", settings),
    ...(await sweepAlerts(ctx, settings)),
    follow_up_reminder: await remindOfFollowUps(ctx, settings),
    registration_nurtured: await nurtureQuietRegistrations(ctx),
  };
}
