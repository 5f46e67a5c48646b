import { sourceLags } from "./feeds/index.ts";
import type { UsesImages } from "./images/index.ts";
import type { UsesListings } from "./listings/index.ts";
import type { UsesLiveStreams } from "./live-stream/index.ts";
import { dueMessages } from "./messages/index.ts";
import type { Platform } from "./platform/context.ts";
import { alertGauges } from "./saved-searches/index.ts";
import { webhookBacklog } from "./webhooks/index.ts";

type Needs = Platform & UsesListings & UsesImages & UsesLiveStreams;

/** Numbers of the slices, which are read when they are shown. Those of the database are the same in every process, and may be a second old. */
export function addProductMetrics(services: Needs): void {
  const { metrics, listings, images, liveStream, oldReads } = services;
  metrics.addGauge({
    name: "lintel_listing_index_listings",
    help: "Listings in the search index of this process",
    read: () => listings.index.size,
  });
  metrics.addGauge({
    name: "lintel_listing_index_lag_seconds",
    help: "Seconds since this process has read the listings' change log to its end",
    read: () => listings.index.secondsBehind,
  });
  metrics.addGauge({
    name: "lintel_live_streams",
    help: "Streams of events that browsers have open",
    read: () => liveStream.size,
  });
  metrics.addGauge({
    name: "photo_hosts_unanswering",
    help: "Hosts of photos that do not answer and are left alone for a while",
    read: () => images.hosts.unanswering,
  });
  const messages = sharedFor(SHARED_MS, () => oldReads.read(services, dueMessages));
  metrics.addLabelledGauge({
    name: "lintel_messages_due",
    help: "Messages that should have left by now, by channel",
    label: "channel",
    read: async () => new Map((await messages()).map(({ channel, due }) => [channel, due])),
  });
  metrics.addLabelledGauge({
    name: "lintel_messages_oldest_due_seconds",
    help: "For how long the oldest of them has been due",
    label: "channel",
    read: async () => new Map((await messages()).map(({ channel, seconds }) => [channel, seconds])),
  });
  const webhooks = sharedFor(SHARED_MS, () =>
    oldReads.read(services, ({ db, clock }) => webhookBacklog(db, clock.now())),
  );
  metrics.addGauge({
    name: "lintel_webhook_deliveries_due",
    help: "Deliveries to webhooks that should have been tried by now",
    read: async () => (await webhooks()).due,
  });
  metrics.addGauge({
    name: "lintel_webhook_oldest_due_seconds",
    help: "For how long the oldest of them has been due",
    read: async () => (await webhooks()).seconds,
  });
  metrics.addLabelledGauge({
    name: "lintel_webhook_endpoints",
    help: "Webhooks: active, failing (the last delivery did), disabled",
    label: "state",
    read: async () => {
      const { active, failing, disabled } = await webhooks();
      return new Map(Object.entries({ active, failing, disabled }));
    },
  });
  metrics.addLabelledGauge({
    name: "lintel_alerts",
    help: "Saved searches, events that wait to be told, alerts that are open, and those that are overdue",
    label: "what",
    read: () => oldReads.read(services, alertGauges),
  });
  // Of enabled feeds alone: a disabled one is behind on purpose.
  const feeds = sharedFor(SHARED_MS, async () =>
    (await oldReads.read(services, sourceLags)).filter(({ enabled }) => enabled),
  );
  metrics.addLabelledGauge({
    name: "lintel_feed_lag_seconds",
    help: "Seconds since the start of the last successful refresh of a source's enabled feed",
    label: "source",
    read: async () =>
      new Map(
        (await feeds()).flatMap(({ source, seconds }) => (seconds === null ? [] : [[source, seconds]])),
      ),
  });
  metrics.addLabelledGauge({
    name: "lintel_feed_late",
    help: "1 while a source's enabled feed is over 6 hours and over three of its refresh intervals behind, otherwise 0",
    label: "source",
    read: async () => new Map((await feeds()).map(({ source, isLate }) => [source, Number(isLate)])),
  });
}

/** Metrics of one query are read together. */
const SHARED_MS = 1000;

function sharedFor<Result>(ms: number, read: () => Promise<Result>): () => Promise<Result> {
  let last: { result: Promise<Result>; until: number } | null = null;
  return () => {
    const now = performance.now();
    if (last === null || now > last.until) last = { result: read(), until: now + ms };
    return last.result;
  };
}
