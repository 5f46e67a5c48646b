import { strictEqual } from "node:assert";
import { isDeepStrictEqual } from "node:util";
import { routableAgents } from "../../src/agents/index.ts";
import { leadSettings } from "../../src/lead-settings/index.ts";
import { evaluateCandidates } from "../../src/routing/candidates.ts";
import { semanticMatch } from "../../src/routing/strategies/semantic-match.ts";
import { indexListings } from "../../src/search/index.ts";
import { inferPreferences } from "../../src/visitors/inference/infer-preferences.ts";
import { home } from "../harness/market.ts";
import type { TestApp } from "../harness/test-app.ts";
import { openVisitors, type Visitor, type VisitorFixture } from "../harness/visitor-fixture.ts";
import type { Pair } from "./pairs.ts";

/** Homes and agents whose own words have terms of protected classes, so that comparing them would tell. */
const REMARKS = [
  "Family friendly neighborhood near churches, kids everywhere.",
  "Adult community, no children. Perfect for retirees and empty nesters.",
  "Walk to the synagogue and the Catholic school. Quiet street.",
  "Diverse area, close to the mosque and a Mexican market.",
  "Bachelor pad with a view, gay friendly building.",
  "Big yard for a growing family, fenced, near good schools.",
];
const SPECIALTIES: [name: string, specialties: string[]][] = [
  ["Ann", ["Families with children", "Schools"]],
  ["Bob", ["Christian homebuyers", "Church communities"]],
  ["Cleo", ["Spanish speaking clients", "Hispanic families", "Immigrants"]],
  ["Dan", ["Retirees", "55+ communities", "Downsizing"]],
  ["Eve", ["Gay friendly neighborhoods", "Downtown condos"]],
  ["Fern", ["Singles", "Young professionals", "Women buyers"]],
  ["Gus", ["Eagle", "Homes with pools"]],
  ["Hal", ["Disabled veterans", "Section 8 landlords"]],
];

export type Steering = { brokerage: VisitorFixture; visitor: Visitor };

export async function openSteering(lintel: TestApp): Promise<Steering> {
  const brokerage = await openVisitors(lintel, "steering");
  const homes = REMARKS.map((PublicRemarks, nth) =>
    home({
      ListingId: `steering-${nth}`,
      City: nth % 2 === 0 ? "Eagle" : "Nampa",
      PublicRemarks,
      ListPrice: 450_000,
    }),
  );
  await lintel.importListings("steering", homes);
  await indexListings(lintel.ctx);
  for (const [name, specialties] of SPECIALTIES)
    await brokerage.hire(name, { specialties, bio: `${specialties.join(". ")}. I know these people well.` });
  const visitor = await brokerage.startSession();
  await visitor.becomeCertain();
  return { brokerage, visitor };
}

/** The ways in which the second visitor of a pair got something else than the first: none when there is no steering. */
export async function differencesOf(
  lintel: TestApp,
  { brokerage, visitor }: Steering,
  pair: Pair,
): Promise<string[]> {
  const { plain, worded } = pair;
  const answers = async (text: string) => ({
    homes: plain === "" ? null : await homesFor(lintel, brokerage.host, text),
    suggested: await suggestedFor(visitor, text),
    routed: await routedFor(lintel, brokerage.id, text),
    preferences: preferencesAfter(text),
  });
  const [one, other] = [await answers(plain), await answers(worded)];
  return Object.keys(one)
    .filter((name) => !isDeepStrictEqual(one[name as keyof typeof one], other[name as keyof typeof other]))
    .map((name) => `${name}: ${JSON.stringify(worded)} against ${JSON.stringify(plain)}`);
}

async function homesFor(lintel: TestApp, host: string, query: string) {
  const { status, body, text } = await lintel.call("/api/search/semantic", {
    method: "POST",
    host,
    body: { query },
  });
  strictEqual(status, 200, text);
  return body.results.map((each: { listing_id: string; similarity: number }) => [
    each.listing_id,
    each.similarity,
  ]);
}

async function suggestedFor(visitor: Visitor, notes: string) {
  const put = await visitor.call("/sessions/preferences/notes", { method: "POST", body: { notes } });
  strictEqual(put.status, 200, put.text);
  const { status, body, text } = await visitor.call("/sessions/suggested-agents?limit=8");
  strictEqual(status, 200, text);
  return body.agents;
}

/** The agents in the order in which semantic routing would ask them. */
async function routedFor({ ctx }: TestApp, brokerageId: number, notes: string) {
  const settings = await leadSettings(ctx.db, brokerageId);
  const rules = { strategy: "semantic_match" as const, except: [], unavailable: new Set<number>() };
  const eligible = evaluateCandidates(await routableAgents(ctx.db, brokerageId), rules);
  const preferences = { wishes: [], negative: [], notes };
  const ranked = await semanticMatch.rank({ ctx, brokerageId, settings, eligible, preferences });
  return ranked.map(({ agent }) => agent.name);
}

function preferencesAfter(query: string) {
  const event = {
    type: "search_query" as const,
    query,
    id: "1",
    occurredAt: new Date("2026-06-01T12:00:00Z"),
  };
  return inferPreferences([event], new Map(), ["Eagle", "Nampa"]);
}
