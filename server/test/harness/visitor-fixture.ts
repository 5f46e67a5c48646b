import type { RawRecord } from "../../src/listings/index.ts";
import { home, subscribe } from "./market.ts";
import { openRouting, type RoutingFixture } from "./routing-fixture.ts";
import type { Reply, TestApp } from "./test-app.ts";

type Event = { type: string; id?: string; timestamp?: string } & Record<string, unknown>;

/** A brokerage with listings, and visitors of its website. */
export type VisitorFixture = RoutingFixture & {
  /** Ids of its listings: homes in Eagle with a pool, then houses in Nampa. */
  eagle: string[];
  nampa: string[];
  /** Begins a session. */
  startSession(): Promise<Visitor>;
};

/** A person in a browser. */
export type Visitor = {
  id: string;
  call(
    path: string,
    options?: { method?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<Reply>;
  /** Reports events; those without a timestamp happen now. */
  report(...events: Event[]): Promise<Reply>;
  /** Views listings as a visitor who likes them does. */
  view(...listingIds: string[]): Promise<Reply>;
  /** Does enough in Eagle for agents to be suggested. */
  becomeCertain(): Promise<void>;
  preferences(): Promise<Reply["body"]>;
  status(): Promise<Reply["body"]>;
};

const LIKED = { time_seconds: 150, scroll_percent: 95, photos_viewed: 14, used_calculator: true };

export async function openVisitors(lintel: TestApp, slug: string): Promise<VisitorFixture> {
  const brokerage = await openRouting(lintel, slug);
  const records = (city: string, fields: RawRecord) =>
    Array.from({ length: 8 }, (_, at) =>
      home({
        ListingId: `${slug}-${city.toLowerCase()}-${at}`,
        City: city,
        ...fields,
        ListPrice: 480_000 + at * 10_000,
      }),
    );
  const eagle = records("Eagle", { BedroomsTotal: 4, PoolFeatures: ["In Ground"], PoolPrivateYN: true });
  const nampa = records("Nampa", { BedroomsTotal: 2 });
  await lintel.importListings(slug, [...eagle, ...nampa]);
  await subscribe(lintel, brokerage.id, [slug]);
  const idsOf = (listings: RawRecord[]) => listings.map(({ ListingId }) => String(ListingId));

  return {
    ...brokerage,
    eagle: idsOf(eagle),
    nampa: idsOf(nampa),
    async startSession() {
      const { status, body, text } = await lintel.call("/sessions", { method: "POST", host: brokerage.host });
      if (status !== 201) throw new Error(`POST /sessions answered ${status}: ${text}`);
      return createVisitor(lintel, { host: brokerage.host, id: body.session_id, liked: idsOf(eagle) });
    },
  };
}

function createVisitor(
  lintel: TestApp,
  { host, id, liked }: { host: string; id: string; liked: string[] },
): Visitor {
  const visitor: Visitor = {
    id,
    call: (path, { headers, ...options } = {}) =>
      lintel.call(path, { host, headers: { "x-session-id": id, ...headers }, ...options } as Parameters<
        TestApp["call"]
      >[1]),
    report: (...events) =>
      visitor.call("/sessions/events", {
        method: "POST",
        body: { events: events.map((event) => ({ timestamp: lintel.clock.now().toISOString(), ...event })) },
      }),
    view: (...listingIds) =>
      visitor.report(
        ...listingIds.map((listing_id) => ({ type: "property_view", listing_id, engagement: LIKED })),
      ),
    async becomeCertain() {
      await visitor.view(...liked);
      await visitor.report(
        ...liked.slice(0, 3).map((listing_id) => ({ type: "favorite_added", listing_id })),
        { type: "filter_change", filter: "city", value: "Eagle" },
        { type: "filter_change", filter: "min_beds", value: 4 },
        { type: "filter_change", filter: "max_price", value: 560_000 },
      );
    },
    preferences: async () => (await visitor.call("/sessions/preferences")).body,
    status: async () => (await visitor.call("/sessions/scribe-status")).body,
  };
  return visitor;
}
