import { pruneAuditLog } from "./audit/index.ts";
import type { Context, Services } from "./context.ts";
import { nurtureQuietRegistrations } from "./leads/index.ts";
import { DELIVER_MESSAGES, deliverMessages } from "./messages/index.ts";
import type { Job } from "./platform/jobs/jobs.ts";
import { ownContext } from "./services.ts";

/** Everything that happens by itself, and how often (cron, UTC); each also when a process starts. */
const schedules: { name: string; schedule: string; run: (ctx: Context) => Promise<unknown> }[] = [
  { name: DELIVER_MESSAGES, schedule: "* * * * *", run: deliverMessages },
  { name: "nurture-quiet-registrations", schedule: "7 * * * *", run: nurtureQuietRegistrations },
  { name: "prune-outbox", schedule: "23 * * * *", run: (ctx) => ctx.mailer.prune(ctx.clock.now()) },
  { name: "prune-audit-log", schedule: "41 3 * * *", run: pruneAuditLog },
];

/** The jobs of a process, each with a context of its own. */
export function jobsOf(services: Services): Job[] {
  return schedules.map(({ run, ...job }) => ({
    ...job,
    run: () => run(ownContext(services, `job ${job.name}`)),
  }));
}
