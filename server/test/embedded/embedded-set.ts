/** Test files that start the embedded database themselves, with or without DATABASE_URL: they run on it alone. */
export const onEmbeddedAlone = [
  "src/cli/{backup,demo,feeds,import,keys,leads,models,sources}-command.test.ts",
  "src/platform/database/embedded/*.test.ts",
  "test/first-start.test.ts",
  "test/proofs/backup.test.ts",
  "test/proofs/crash-during-import.test.ts",
  "test/upgrades/upgraded-backup.test.ts",
];

/** Test files about several processes, which the embedded database does not let in: they run on PostgreSQL alone. */
export const onPostgresAlone = ["src/cli/demo-at-once.test.ts", "src/platform/jobs/jobs.processes.test.ts"];

/** Where the embedded database behaves differently: one process, one writer at a time, restarted after a crash. */
const differing = [
  "src/idempotency/{lease,once-in-a-transaction}.test.ts",
  "src/identity/admins/delete-admin.test.ts",
  "src/identity/sessions/{authenticate-session,create-staff-session}.test.ts",
  "src/leads/intake/submit-contact-form.at-once.test.ts",
  "src/messages/delivery/deliver-messages.database-away.test.ts",
  "src/platform/data-folder.test.ts",
  "src/platform/database/**/*.test.ts",
  "src/platform/jobs/jobs.test.ts",
  "src/system/get-{health,system}.test.ts",
  "test/database-schema.test.ts",
  "test/proofs/crash-during-intake.test.ts",
];

/** Files that together execute every operation and every function of `*.sql.ts`; sql-files.test.ts fails when one is missing. */
const everyStatement = [
  "src/apply-rules.test.ts",
  "src/brokerages/sources/delete-source.test.ts",
  "src/drips/enrollments/enter-stage.{agreements,intake}.test.ts",
  "src/engagement/record-visitor-events.test.ts",
  "src/feeds/client/shared-budget.test.ts",
  "src/feeds/client/shared-budget.turns.test.ts",
  "src/feeds/sync/property-writer.test.ts",
  "src/feeds/sync/removals.test.ts",
  "src/images/enrichment/photo-hosts.test.ts",
  "src/images/indexing/{delete-image-embeddings,get-image-index-stats}.test.ts",
  "src/images/photos/replaced-photos.test.ts",
  "src/images/records/{list-listing-photos,set-image-room-type}.test.ts",
  "src/listings/import/{import-listings.replace,import-listings.versions,searches-during-import}.test.ts",
  "src/listings/open-houses/{get-open-house-file,list-open-houses}.test.ts",
  "src/listings/list-nearby-listings.test.ts",
  "src/listings/rosters/announce-renamed.test.ts",
  "src/live-stream/stream-events.test.ts",
  "src/listings/search-listings.{keywords,price-reduced}.test.ts",
  "src/messages/caps/message-caps.test.ts",
  "src/outreach/run/run-drips.{at-once,failures}.test.ts",
  "src/outreach/run/run-drips.test.ts",
  "src/privacy/download-privacy-export.test.ts",
  "src/read-change-log.long-away.test.ts",
  "src/saved-searches/alerts/{prune-alerts,run-alerts,run-alerts.events,run-alerts.push,run-alerts.unanswered}.test.ts",
  "src/saved-searches/person-searches.test.ts",
  "src/search/semantic-search.test.ts",
  "src/sms-inbound/receive-text.test.ts",
  "src/webhooks/delivery/{make-deliveries,disable-endpoint}.test.ts",
  "test/request-fuzz/request-fuzz.test.ts",
];

/** They run on the embedded database and, where there is one, on PostgreSQL. */
export const onBoth = [...differing, ...everyStatement];
