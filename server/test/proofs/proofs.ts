import { proveAlerts } from "./alerts.ts";
import { proveBackup } from "./backup.ts";
import { proveCrashSafety } from "./crash-during-import.ts";
import { proveIntake } from "./crash-during-intake.ts";
import { proveCursorPages } from "./cursor-pages.ts";
import { proveDashboard } from "./dashboard.ts";
import { proveDripKills } from "./drip-kills.ts";
import { proveDrips } from "./drip-model.ts";
import { proveFailover } from "./failover/prove-failover.ts";
import { proveRouting } from "./fair-routing.ts";
import { proveRequestedFeeds } from "./feeds.ts";
import { proveFirstHour } from "./first-hour.ts";
import { proveFourProcesses } from "./four-processes.ts";
import { proveRequests } from "./generated-requests.ts";
import { proveBodies } from "./hostile-bodies.ts";
import { proveIndexChanges } from "./index-changes.ts";
import { proveFreshness } from "./index-freshness.ts";
import { proveJobsOnce } from "./jobs-once.ts";
import { proveSearch } from "./judged-search.ts";
import { proveIndexing } from "./kill-during-indexing.ts";
import { proveLifecycle } from "./lifecycle-model.ts";
import { proveFilters } from "./listing-filters.ts";
import { proveMail } from "./mail-delivery.ts";
import { proveOptOuts } from "./opt-outs.ts";
import { proveOutages } from "./outages/prove-outages.ts";
import { proveRooms } from "./photo-rooms.ts";
import { provePhotos } from "./photo-search.ts";
import { provePhrasings } from "./phrasings.ts";
import { provePostgresBackup } from "./postgres-backup.ts";
import { proveRoles } from "./roles.ts";
import { proveRestarts } from "./rolling-restarts.ts";
import { proveSavedSearches } from "./saved-searches.ts";
import { proveThings } from "./seen-things.ts";
import { proveSharedLimits } from "./shared-limits.ts";
import { proveSoak } from "./soak/prove-soak.ts";
import { proveStalls } from "./stalls.ts";
import { proveSteering } from "./steering.ts";
import { proveSweepKills } from "./sweep-kills.ts";
import { proveYear } from "./sweep-year.ts";
import { proveUpgrade } from "./upgrade/prove-upgrade.ts";
import { proveVisitors } from "./visitor-tastes.ts";
import { proveVisits } from "./visits.ts";
import { proveWebhooks } from "./webhooks.ts";

/** The long versions of tests, by the names that `npm run prove` takes. */
export const proofs: Record<
  string,
  { run: (count: number) => Promise<string>; count: number; about: string }
> = {
  alerts: {
    run: proveAlerts,
    count: 60_000,
    about:
      "a simulated year of alerts with COUNT changes of listings, each mail compared with an oracle, then 100 kills of 2 servers that send them (PEOPLE, SEARCHES, DAYS, KILLS, SEED; needs DATABASE_URL)",
  },
  backup: {
    run: proveBackup,
    count: 20,
    about:
      "COUNT backups of the embedded database beside writers, with kill -9 of the command and the server: each restored to one moment (DEMO=true with the demo)",
  },
  bodies: {
    run: proveBodies,
    count: 1,
    about:
      "bodies of a megabyte that are wrong everywhere, each COUNT-th one of all operations' (embedded, or with DATABASE_URL)",
  },
  crash: {
    run: proveCrashSafety,
    count: 50,
    about: "kill -9 during imports on the embedded database; COUNT rounds",
  },
  "cursor-pages": {
    run: proveCursorPages,
    count: 100_000,
    about:
      "COUNT listings read by cursor over HTTP in four orders, while 20 a second change, come and go (embedded, or with DATABASE_URL)",
  },
  dashboard: {
    run: proveDashboard,
    count: 20,
    about:
      "every query of the Grafana dashboard and of the alerts on a real Prometheus that scrapes 2 processes, with COUNT forms (needs DATABASE_URL, prometheus and promtool)",
  },
  indexing: {
    run: proveIndexing,
    count: 10,
    about: "kill -9 in the middle of an indexing job, COUNT times (embedded, or with DATABASE_URL)",
  },
  intake: {
    run: proveIntake,
    count: 10_000,
    about: "COUNT contact forms at 32 connections, kill -9 in mid-run (embedded, or with DATABASE_URL)",
  },
  "jobs-once": {
    run: (kills) => proveJobsOnce({ kills }),
    count: 12,
    about:
      "2 servers whose jobs expire in mid-run, one of them killed COUNT times: one model request and one announcement for each photo (embedded, or with DATABASE_URL)",
  },
  failover: {
    run: proveFailover,
    count: 20,
    about:
      "kill -9 of a primary under load, whose synchronous standby is promoted, COUNT times, without a restart of the server (behind scripts/with-postgres.sh)",
  },
  outages: {
    run: (seconds) => proveOutages(seconds),
    count: 60,
    about:
      "PostgreSQL, Redis, S3 and SMTP away for COUNT seconds each, refusing and silent, then full disks: what answers what, and when it is right again (as root, behind scripts/with-redis.sh and scripts/with-postgres.sh)",
  },
  roles: {
    run: proveRoles,
    count: 200,
    about:
      "COUNT forms at a process that answers requests alone, while 2 processes that run the jobs are replaced: one notice each (needs DATABASE_URL)",
  },
  "drip-kills": {
    run: proveDripKills,
    count: 100,
    about: "2 servers send drips while one of them is killed, COUNT times (needs DATABASE_URL)",
  },
  drips: {
    run: proveDrips,
    count: 2000,
    about:
      "COUNT sequences of edits, moves, flags, failures and passes, each enrollment and mail compared with the spec at each step (SEED=n for others; embedded, or with DATABASE_URL)",
  },
  feeds: {
    run: proveRequestedFeeds,
    count: 200,
    about:
      "a simulated fortnight of a feed by each strategy: changes, an outage, an empty answer, COUNT kill -9; the store equals the server at the end (LISTINGS=21436, PHOTOS=8 of each, DAYS=14, STRATEGY=name, SEED=n; embedded, or with DATABASE_URL and 2 processes)",
  },
  filters: {
    run: proveFilters,
    count: 2000,
    about:
      "COUNT random searches of the listing index over King County with their facets and near misses, compared with plain scans, and a fifth of them with SQL (SEED=n for others; embedded, or with DATABASE_URL)",
  },
  "first-hour": {
    run: () => proveFirstHour({ clone: true }),
    count: 1,
    about:
      "what a newcomer does, from a clone to an own brokerage with listings, a lead and a drip mail that is read (embedded, and with DATABASE_URL on PostgreSQL too)",
  },
  freshness: {
    run: proveFreshness,
    count: 10_000,
    about: "4 writers, 2 API processes, one PostgreSQL (needs DATABASE_URL); COUNT changes",
  },
  "four-processes": {
    run: proveFourProcesses,
    count: 10_000,
    about:
      "4 processes on one PostgreSQL and one Redis: freshness of COUNT changes, a shared limit, jobs and sweeps once at real receivers (ROLES=split for 2 api and 2 worker; behind scripts/with-redis.sh and scripts/with-postgres.sh)",
  },
  "index-changes": {
    run: proveIndexChanges,
    count: 20_000,
    about:
      "COUNT random changes of 100,000 listings in the index, and after each hundred ten random searches, held against a naive scan (SEED=n for others)",
  },
  lifecycle: {
    run: proveLifecycle,
    count: 2000,
    about: "COUNT leads with random events, compared with the spec at each step (SEED=n for others)",
  },
  limits: {
    run: proveSharedLimits,
    count: 10,
    about: "2 API processes share a key's limit through Redis, which dies and returns (needs DATABASE_URL)",
  },
  mail: {
    run: (registrations) => proveMail({ registrations, outageSeconds: 20, kills: 5, patient: true }),
    count: 500,
    about:
      "COUNT registrations and their mails, a mail server outage, kill -9 during deliveries (embedded, or with DATABASE_URL)",
  },
  optouts: {
    run: proveOptOuts,
    count: 10_000,
    about:
      "COUNT interleavings of opt-outs, flags, sends and time zones: nothing after an opt-out, no text in quiet hours (SEED=n)",
  },
  photos: {
    run: provePhotos,
    count: 100,
    about:
      "word queries for the demo's photos on every route, and near copies of COUNT photos: finds what was drawn, and the original (PHOTO_DETECTOR=on for the models with objects; embedded, or with DATABASE_URL)",
  },
  phrasings: {
    run: provePhrasings,
    count: 0,
    about: "precision and recall of interpreted queries by kind (--show for held-out rows)",
  },
  "postgres-backup": {
    run: provePostgresBackup,
    count: 5,
    about:
      "docs/operations/backups.md on PostgreSQL, COUNT times beside writers: pg_dump and pg_restore, and recovery to a time between two writes (starts clusters of its own)",
  },
  requests: {
    run: proveRequests,
    count: 50_000,
    about:
      "COUNT requests generated from the OpenAPI document: no 5xx, every reply as declared (SEED=n for others)",
  },
  "rolling-restarts": {
    run: proveRestarts,
    count: 10_000,
    about:
      "COUNT requests while 2 servers behind a proxy without retries are restarted in turn with SIGTERM: none lost (needs DATABASE_URL)",
  },
  rooms: {
    run: () => proveRooms(process.argv[3] ?? ""),
    count: 0,
    about:
      "rooms of the photos in a folder (`-- FOLDER`), whose sub-folders are named by room: accuracy and confusion matrix without captions, without and with the object detector",
  },
  routing: {
    run: proveRouting,
    count: 1000,
    about: "COUNT concurrent registrations, 7 agents (embedded, or with DATABASE_URL and 2 API processes)",
  },
  search: {
    run: proveSearch,
    count: 160,
    about:
      "160 judged queries over the demo and King County: the hybrid, its parts, PostgreSQL's full text; `-- --show` adds the worst results (embedded, or with DATABASE_URL)",
  },
  soak: {
    run: proveSoak,
    count: 30,
    about:
      "COUNT minutes of everything that visitors, clients and staff do, at 60 % of the rate that the server answers: memory, event loop, errors, descriptors, mails (behind scripts/with-redis.sh and scripts/with-postgres.sh; RATE=n requests a second instead of measuring)",
  },
  stalls: {
    run: proveStalls,
    count: 1_000_000,
    about:
      "how long the worst anonymous requests of each route block the event loop, at 100,000 and at COUNT listings under steady searches (needs scripts/with-postgres.sh)",
  },
  "saved-searches": {
    run: proveSavedSearches,
    count: 20_000,
    about: "the index of saved searches beside running every search: COUNT changes, 5,000 searches (SEED=n)",
  },
  steering: {
    run: proveSteering,
    count: 1000,
    about:
      "COUNT pairs of visitors who are alike but for words of protected classes: the same homes, suggested agents, routed agents and preferences (embedded, or with DATABASE_URL)",
  },
  "sweep-kills": {
    run: proveSweepKills,
    count: 100,
    about: "2 servers sweep and send while one of them is killed, COUNT times (needs DATABASE_URL)",
  },
  things: {
    run: proveThings,
    count: 300,
    about:
      "whether the object detector's confidences are true: the demo's photos and COUNT generated ones, whose things are known",
  },
  upgrade: {
    run: (rate) => proveUpgrade(rate),
    count: 200,
    about:
      "2 processes of the version of the last kept dump are replaced by this version, back, and again, under COUNT requests a second of all kinds: none fails, each write is stored and each mail arrives once (COMMIT=reference for another version, CHECKOUT=folder where it is installed; needs DATABASE_URL and git)",
  },
  visitors: {
    run: proveVisitors,
    count: 200,
    about:
      "COUNT simulated visitors with known preferences: inferred preferences, suggested agents, routed agents (SEED=n; embedded, or with DATABASE_URL)",
  },
  visits: {
    run: proveVisits,
    count: 200,
    about:
      "COUNT visitors in Chromium, on an unreliable network; tabs close, reload and crash (SEED=n for others; embedded, or with DATABASE_URL)",
  },
  webhooks: {
    run: (events) => proveWebhooks({ events, processes: 2, waitForClaims: true }),
    count: 10_000,
    about:
      "COUNT events to three webhooks, one of which hangs, and kill -9 during deliveries (embedded, or with DATABASE_URL and 2 API processes)",
  },
  year: {
    run: proveYear,
    count: 2000,
    about:
      "a year of 20 brokerages and COUNT leads, every sweep compared with an oracle, twice (SEED=n for others; embedded, or with DATABASE_URL)",
  },
};
