import type { TemplateName } from "../templates/templates.ts";

/** Alerts of saved searches, which wait in the ledger until they are due: they have an index of their own (messages_due_alerts). */
export const ALERT = "search_alert" as const satisfies TemplateName;

/** The job that sends alerts. */
export const alertsJob = "send-search-alerts";

/** Kinds that the delivery of their channel does not claim: each has a queue of its own. */
export const ownQueues: readonly TemplateName[] = ["drip_step", ALERT];
