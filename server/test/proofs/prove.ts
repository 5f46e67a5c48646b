import { proveAlerts } from "./alerts.ts";
import { proveCrashSafety } from "./crash-during-import.ts";
import { proveIntake } from "./crash-during-intake.ts";
import { proveCursorPages } from "./cursor-pages.ts";
import { proveDripKills } from "./drip-kills.ts";
import { proveDrips } from "./drip-model.ts";
import { proveRouting } from "./fair-routing.ts";
import { proveRequestedFeeds } from "./feeds.ts";
import { proveFirstHour } from "./first-hour.ts";
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
import { proveRooms } from "./photo-rooms.ts";
import { provePhotos } from "./photo-search.ts";
import { provePhrasings } from "./phrasings.ts";
import { proveRestarts } from "./rolling-restarts.ts";
import { proveSavedSearches } from "./saved-searches.ts";
import { proveThings } from "./seen-things.ts";
import { proveSharedLimits } from "./shared-limits.ts";
import { proveStalls } from "./stalls.ts";
import { proveSteering } from "./steering.ts";
import { proveSweepKills } from "./sweep-kills.ts";
import { proveYear } from "./sweep-year.ts";
import { proveVisitors } from "./visitor-tastes.ts";
import { proveVisits } from "./visits.ts";
import { proveWebhooks } from "./webhooks.ts";

// `npm run prove NAME [-- COUNT]`: the long versions of tests.
const proofs: Record<string, { run: (count: number) => Promise<string>; count: number; about: string }> = {
  alerts: {
    run: proveAlerts,
    count: 60_000,
    about:
      "a simulated year of alerts with COUNT changes of listings, each mail compared with an oracle, then 100 kills of 2 servers that send them (PEOPLE, SEARCHES, DAYS, KILLS, SEED; needs DATABASE_URL)",
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

const [name = "", count] = process.argv.slice(2);
const proof = proofs[name];
if (proof) {
  console.log(await proof.run(Number(count ?? proof.count)));
} else {
  console.error("Which proof? npm run prove NAME [-- COUNT]");
  for (const [each, { about }] of Object.entries(proofs)) console.error(`  ${each.padEnd(10)} ${about}`);
  process.exitCode = 1;
}
