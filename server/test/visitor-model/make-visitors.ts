import { createRandom } from "../../../demo/src/random.ts";
import type { VisitorEvent } from "../../src/visitors/inference/events.ts";
import { type Market, makeMarket } from "./market.ts";
import { makeStaff, type SimulatedAgent, specialistsFor } from "./staff.ts";
import { drawTaste, type Taste } from "./taste.ts";
import { drawVisit } from "./visits.ts";

export type SimulatedVisitor = {
  name: string;
  taste: Taste;
  /** Thirty, in their order. */
  events: VisitorEvent[];
  /** Ids of the agents who truly suit them best: mostly one. */
  specialists: number[];
};

export type Visitors = { market: Market; agents: SimulatedAgent[]; visitors: SimulatedVisitor[] };

const LISTINGS = 9_000;
/** The towns with the most homes, and two by the water and the slopes. */
const TOWNS = [
  "Boise",
  "Meridian",
  "Nampa",
  "Caldwell",
  "Coeur d'Alene",
  "Idaho Falls",
  "Twin Falls",
  "Pocatello",
  "Eagle",
  "Post Falls",
  "McCall",
  "Sandpoint",
];

/** Visitors with known tastes over a market of the demo's listings, with the agents they could get. Same seed, same visitors. */
export function makeVisitors(seed: number, count = 200): Visitors {
  const market = makeMarket(seed, LISTINGS);
  const random = createRandom(`visitors:${seed}`);
  const drawn = Array.from({ length: count }, (_, nth) => {
    const name = `visitor-${seed}-${nth}`;
    const taste = drawTaste(market, TOWNS, createRandom(name));
    return { name, taste, events: drawVisit(market, taste, name, createRandom(`${name}:visit`)) };
  });
  const agents = makeStaff(
    TOWNS,
    drawn.map(({ taste }) => taste),
    random,
  );
  const visitors = drawn.map((each) => ({
    ...each,
    specialists: specialistsFor(each.taste, agents).map(({ id }) => id),
  }));
  return { market, agents, visitors };
}
