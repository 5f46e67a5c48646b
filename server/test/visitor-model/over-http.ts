import { isDeepStrictEqual } from "node:util";
import { createRandom } from "../../../demo/src/random.ts";
import type { VisitorEvent } from "../../src/visitors/inference/events.ts";
import { inferPreferences } from "../../src/visitors/inference/infer-preferences.ts";
import { composePreferences } from "../../src/visitors/preferences/compose.ts";
import { subscribe } from "../harness/market.ts";
import { openRouting, type RoutingFixture } from "../harness/routing-fixture.ts";
import type { TestApp } from "../harness/test-app.ts";
import type { SimulatedVisitor, Visitors } from "./make-visitors.ts";

export type HttpVisitMetrics = {
  visitors: number;
  /** Whose preferences are not, to the letter, what inference makes of their events. */
  different: string[];
  ready: number;
  /** Of those that are ready: whose true specialist is suggested first, and whose lead went to one by semantic match. */
  specialistFirst: number;
  routedToSpecialist: number;
};

/**
 * The simulated visitors as real ones: each begins a session, their events come in batches of any order, some twice; agents are
 * suggested, and they register with a brokerage that routes by semantic match.
 */
export async function visitOverHttp(
  lintel: TestApp,
  slug: string,
  { market, agents, visitors }: Visitors,
): Promise<HttpVisitMetrics> {
  const brokerage = await openRouting(lintel, slug);
  const met = new Set(visitors.flatMap(({ events }) => events.flatMap(listingOf)));
  const records = market.listings.filter(({ id }) => met.has(id)).map(({ reso }) => reso);
  await lintel.importListings(slug, records as never);
  await subscribe(lintel, brokerage.id, [slug]);
  const ids = new Map<number, string>();
  for (const { id, name, specialties, bio } of agents) {
    ids.set(id, String((await lintel.createAgent(brokerage.id, { name, specialties, bio })).id));
  }
  await brokerage.updateSettings({ routing_strategy: "semantic_match" });

  const metrics: HttpVisitMetrics = {
    visitors: visitors.length,
    different: [],
    ready: 0,
    specialistFirst: 0,
    routedToSpecialist: 0,
  };
  for (const visitor of visitors) {
    const headers = { "x-session-id": await visit(lintel, brokerage, visitor) };
    const get = (path: string) => lintel.call(path, { host: brokerage.host, headers });
    const inferred = inferPreferences(visitor.events, market.traits, cityNames(lintel));
    const { body } = await get("/sessions/preferences");
    if (!isDeepStrictEqual(body, composePreferences(inferred, []))) metrics.different.push(visitor.name);
    const suggested = await get("/sessions/suggested-agents");
    if (suggested.status !== 200) continue;
    const specialists = visitor.specialists.map((id) => ids.get(id));
    metrics.ready++;
    if (specialists.includes(suggested.body.agents[0].id)) metrics.specialistFirst++;
    const { body: registered } = await brokerage.register({}, headers);
    const decision = (await brokerage.routing(Number(registered.lead_id))).body;
    const isRight = specialists.includes(registered.assigned_agent?.id);
    if (isRight && decision.used_strategy === "semantic_match") metrics.routedToSpecialist++;
  }
  return metrics;
}

async function visit(lintel: TestApp, { host }: RoutingFixture, { name, events }: SimulatedVisitor) {
  const { body } = await lintel.call("/sessions", { method: "POST", host });
  const random = createRandom(`batches:${name}`);
  const shuffled = events
    .map((event) => ({ event, place: random.next() }))
    .sort((one, other) => one.place - other.place)
    .map(({ event }) => event);
  // The last batch brings some again.
  const batches = [shuffled.slice(0, 7), shuffled.slice(7, 20), shuffled.slice(15)];
  let processed = 0;
  for (const batch of batches) {
    const reply = await lintel.call("/sessions/events", {
      method: "POST",
      host,
      headers: { "x-session-id": body.session_id },
      body: { events: batch.map(reported) },
    });
    if (reply.status !== 200)
      throw new Error(`POST /sessions/events answered ${reply.status}: ${reply.text}`);
    processed += reply.body.processed;
  }
  if (processed !== events.length)
    throw new Error(`${name}: ${processed} of ${events.length} events processed`);
  return body.session_id as string;
}

function reported({ occurredAt, ...event }: VisitorEvent): object {
  return { ...event, timestamp: occurredAt.toISOString() };
}

const listingOf = (event: VisitorEvent) => ("listing_id" in event ? [event.listing_id] : []);

function cityNames(lintel: TestApp): string[] {
  return lintel.services.listings.index.countCities(null).map(({ city }) => city);
}
