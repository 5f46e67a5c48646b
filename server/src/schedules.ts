import { applyRules } from "./apply-rules.ts";
import { pruneBulkEdits } from "./bulk-edits/index.ts";
import { embedRecords } from "./embed-records.ts";
import { eventDeliveryJob } from "./event-outbox/index.ts";
import { pruneClientSessions, pruneMagicLinks } from "./favorites/index.ts";
import { feedAlarmsJob, runFeedAlarms } from "./feeds/index.ts";
import { mailSignInLinksJob, pruneStaffSignIn } from "./identity/index.ts";
import {
  enrichImages,
  enrichImagesJob,
  indexingJob,
  pruneEnrichments,
  pruneIndexingJobs,
  runIndexingJob,
} from "./images/index.ts";
import { applySourceRulesJob, makeMissingWords, makeMissingWordsJob } from "./listings/index.ts";
import { pruneStreamEvents } from "./live-stream/index.ts";
import { alertsJob, channelNames, deliverChannel, deliveryJob } from "./messages/index.ts";
import { runDripPass } from "./outreach/index.ts";
import type { Job } from "./platform/jobs/jobs.ts";
import { confirmationJob, sendConfirmations } from "./privacy/index.ts";
import { embedRecordsJob } from "./record-search/index.ts";
import { matchChanges, matchChangesJob, pruneAlerts, runAlerts } from "./saved-searches/index.ts";
import { indexListings, indexListingsJob } from "./search/index.ts";
import { type AppContext, ownContext, type Services } from "./services.ts";
import { mailSignInLinks } from "./sign-in-mail/index.ts";
import { pruneInboundTexts } from "./sms-inbound/index.ts";
import { runSweepWithoutDrips } from "./sweep/index.ts";
import { deleteInactiveSessions } from "./visitors/index.ts";
import { deliverWebhooks, pruneDeliveries } from "./webhooks/index.ts";

type Schedule = { name: string; schedule: string; run: (ctx: AppContext) => Promise<unknown> };

/** All background jobs with their schedules (cron, UTC). Each also runs when a process starts. */
const schedules: Schedule[] = [
  ...channelNames.map((channel) => ({
    name: deliveryJob(channel),
    schedule: "* * * * *",
    run: (ctx: AppContext) => deliverChannel(ctx, channel),
  })),
  { name: confirmationJob, schedule: "* * * * *", run: sendConfirmations },
  { name: mailSignInLinksJob, schedule: "* * * * *", run: mailSignInLinks },
  { name: "sweep", schedule: "* * * * *", run: runSweepWithoutDrips },
  { name: "send-drips", schedule: "* * * * *", run: runDripPass },
  { name: applySourceRulesJob, schedule: "* * * * *", run: applyRules },
  { name: makeMissingWordsJob, schedule: "* * * * *", run: makeMissingWords },
  { name: indexListingsJob, schedule: "* * * * *", run: indexListings },
  { name: enrichImagesJob, schedule: "* * * * *", run: enrichImages },
  { name: eventDeliveryJob, schedule: "* * * * *", run: deliverWebhooks },
  { name: feedAlarmsJob, schedule: "* * * * *", run: runFeedAlarms },
  { name: matchChangesJob, schedule: "* * * * *", run: matchChanges },
  { name: alertsJob, schedule: "* * * * *", run: runAlerts },
  { name: "prune-alerts", schedule: "47 3 * * *", run: pruneAlerts },
  { name: "prune-webhook-deliveries", schedule: "53 3 * * *", run: pruneDeliveries },
  { name: indexingJob, schedule: "* * * * *", run: runIndexingJob },
  { name: "prune-indexing-jobs", schedule: "29 4 * * *", run: pruneIndexingJobs },
  { name: "prune-enrichments", schedule: "37 4 * * *", run: pruneEnrichments },
  { name: embedRecordsJob, schedule: "37 * * * *", run: embedRecords },
  { name: "prune-inbound-texts", schedule: "41 * * * *", run: pruneInboundTexts },
  { name: "prune-bulk-edits", schedule: "59 3 * * *", run: pruneBulkEdits },
  { name: "prune-magic-links", schedule: "17 * * * *", run: pruneMagicLinks },
  { name: "prune-client-sessions", schedule: "31 * * * *", run: pruneClientSessions },
  { name: "prune-staff-sign-in", schedule: "19 * * * *", run: pruneStaffSignIn },
  { name: "forget-sessions", schedule: "11 * * * *", run: deleteInactiveSessions },
  { name: "prune-stream-events", schedule: "7 * * * *", run: pruneStreamEvents },
  { name: "prune-outbox", schedule: "23 * * * *", run: (ctx) => ctx.mailer.prune(ctx.clock.now()) },
];

/** Jobs that earlier versions had under these names. */
export const retiredJobs = ["read-images", "prune-image-readings"];

/** The jobs of a process, each with a context of its own. They store something: without space they wait for their next run. */
export function jobsOf(services: Services): Job[] {
  return schedules.map(({ run, ...job }) => ({
    ...job,
    run: async (signal) => {
      if (await services.disk.isExhausted()) return;
      await run(ownContext(services, `job ${job.name}`, AbortSignal.any([services.stopping, signal])));
    },
  }));
}
