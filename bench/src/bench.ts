import { benchAlerts } from "./alerts.ts";
import { benchAutocomplete } from "./autocomplete.ts";
import { benchBrochure } from "./brochure.ts";
import { benchConsole } from "./console/bench-console.ts";
import { benchDetector } from "./detector-runtimes.ts";
import { benchDrips } from "./drip-pass.ts";
import { benchFeeds } from "./feeds/bench-feeds.ts";
import { benchFirstStart } from "./first-start.ts";
import { benchHttp } from "./http.ts";
import { benchImages } from "./image-search.ts";
import { benchLeadBoard } from "./lead-board.ts";
import { benchLeadWords } from "./lead-words.ts";
import { benchSweep } from "./lifecycle-sweep.ts";
import { benchListingImport } from "./listing-import.ts";
import { benchListingIndex } from "./listing-index.ts";
import { benchListingSearch } from "./listing-search.ts";
import { benchLiveStreams } from "./live-streams.ts";
import { benchPeers } from "./peers.ts";
import { benchPhotos } from "./photo-reading.ts";
import { benchProgramStart } from "./program-start.ts";
import { benchReady } from "./ready/bench-ready.ts";
import { benchRecordSearch } from "./record-search.ts";
import { benchSemantic } from "./semantic/bench-semantic.ts";
import { benchSite } from "./site/bench-site.ts";
import { benchTelemetry } from "./telemetry.ts";
import { benchVectors } from "./vector-search.ts";
import { benchVisitors } from "./visitor-events.ts";
import { benchWrites } from "./writes/bench-writes.ts";

// `npm run bench NAME`: each compares two things in one run.
const benchmarks: Record<string, { run: () => Promise<void>; about: string }> = {
  "first-start": {
    run: benchFirstStart,
    about: "npm start until demo homes are listed; -- --against FOLDER compares it with another checkout",
  },
  "program-start": {
    run: benchProgramStart,
    about: "starts of a server without the demo: of the sources, and of the built program",
  },
  index: {
    run: benchListingIndex,
    about:
      "the listing index alone: searches of every width, deep pages, facets, near misses, cities, maps and changes, 100k and 1M listings",
  },
  search: {
    run: benchListingSearch,
    about: "the listing index compared with a covering index in PostgreSQL, 100k and 1M listings",
  },
  import: {
    run: benchListingImport,
    about:
      "imports of a feed with Media against a raw unnest of its rows, and searches meanwhile; -- --against FOLDER",
  },
  feeds: {
    run: benchFeeds,
    about:
      "the first load of a feed beside a file import, a reconcile of 1M keys, a refresh with nothing new, and searches while a feed loads",
  },
  http: {
    run: benchHttp,
    about: "listing pages over HTTP compared with a bare node:http server that sends the same bytes",
  },
  peers: {
    run: benchPeers,
    about:
      "listing searches against Fastify + pg, FastAPI, SQLite and a bare node:http, then facets, map clusters and tiles; -- --listings 1000000 --write",
  },
  semantic: {
    run: benchSemantic,
    about:
      "semantic searches over 100k listings: processor time of the main thread, and small searches beside; -- --against FOLDER",
  },
  alerts: {
    run: benchAlerts,
    about:
      "changes of listings that find their saved searches beside running all 100,000, and from commit to ledger at 1,000 a minute if DATABASE_URL is set",
  },
  autocomplete: {
    run: benchAutocomplete,
    about:
      "suggestions while a user types, 100k and 1M listings, and a prefix query in PostgreSQL if DATABASE_URL is set",
  },
  ready: {
    run: benchReady,
    about:
      "the listing index until it is ready, with and without its snapshot; -- --listings 1000000, PostgreSQL if DATABASE_URL is set",
  },
  streams: {
    run: benchLiveStreams,
    about: "an event of the live stream that 500 streams receive, one after another and in a burst",
  },
  records: {
    run: benchRecordSearch,
    about: "the builtin text model on short and long texts, and searches over 5k and 20k agents",
  },
  brochure: {
    run: benchBrochure,
    about:
      "a brochure of 20 photos, and searches during 20 concurrent brochures compared with searches alone",
  },
  board: {
    run: benchLeadBoard,
    about: "the board of 5,000 open leads compared with 50, and its query compared with a window function",
  },
  words: {
    run: benchLeadWords,
    about:
      "the rows that the search among leads compares: their migration, and writes of leads and forms with the triggers and without",
  },
  console: {
    run: benchConsole,
    about:
      "the console at 100k leads and 100k listings: its requests beside bare SQL, first load, keys until the next paint, a tab after an hour of changes; -- --leads 10000 --listings 10000",
  },
  drips: {
    run: benchDrips,
    about: "a drip pass compared with nodemailer alone, with mail servers that answer after 0, 50 and 150 ms",
  },
  sweep: {
    run: benchSweep,
    about:
      "the sweep of 100,000 open leads compared with 1,000, with nothing due and with some rows of each kind",
  },
  site: {
    run: benchSite,
    about:
      "pages of the website beside the API's replies that they are made of, then Lighthouse; LISTINGS=100000 RUNS=5; -- --only pages | lighthouse",
  },
  vectors: {
    run: benchVectors,
    about:
      "the vector index under filters compared with a plain exact scan, 100k vectors, and the event loop while it builds; -- --exact without the graph",
  },
  images: {
    run: benchImages,
    about:
      "searches among the vectors of 100k photos compared with a plain scan; -- --photos 450000 for more",
  },
  photos: {
    run: benchPhotos,
    about:
      "photos of a feed fetched and enriched without and with the object detector: time and memory of each, and searches meanwhile compared with searches alone",
  },
  detector: {
    run: benchDetector,
    about: "the object detector by WebAssembly compared with onnxruntime-node, where that is installed",
  },
  visitors: {
    run: benchVisitors,
    about: "500 batches of events of 50 visitors, and searches during them compared with searches alone",
  },
  telemetry: {
    run: benchTelemetry,
    about:
      "start, requests and memory without telemetry, with all traces and with every tenth; -- --against FOLDER",
  },
  writes: {
    run: benchWrites,
    about:
      "contact forms, registrations, transitions and visitors' events over HTTP against a bare insert of one row",
  },
};

const [name = ""] = process.argv.slice(2);
if (benchmarks[name]) {
  await benchmarks[name].run();
} else {
  console.error("Which benchmark? npm run bench NAME");
  for (const [each, { about }] of Object.entries(benchmarks)) console.error(`  ${each.padEnd(11)} ${about}`);
  process.exitCode = 1;
}
