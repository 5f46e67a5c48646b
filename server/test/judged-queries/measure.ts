import { indexListings } from "../../src/search/index.ts";
import type { TestApp } from "../harness/test-app.ts";
import { demoHomes, demoRecords } from "./demo-homes.ts";
import { type Difference, difference, mean } from "./difference.ts";
import type { Home, JudgedQuery } from "./home.ts";
import { kingCountySales } from "./king-county-homes.ts";
import { gradesOf, type JudgedMarket, openMarket } from "./market.ts";
import { ndcg } from "./ndcg.ts";
import { demoQueries, kingCountyQueries } from "./queries.ts";
import { fullTexts, HYBRID, parts, questionOf, rankers } from "./rankers.ts";

export type Measured = {
  market: string;
  judged: JudgedQuery;
  /** nDCG@10 by the ranker's name. */
  scores: Map<string, number>;
  /** What the hybrid answered. */
  answers: { home: Home | undefined; grade: number }[];
};

/** How much of it is measured: how many listings of the demo, how many sales, and of which queries. */
export type Extent = { listings: number; sales: number; split: JudgedQuery["split"] | "both" };

/** The demo and the sales of King County, each on a brokerage of its own, all made searchable. */
export async function openMarkets(
  lintel: TestApp,
  { listings, sales: count, split }: Extent,
): Promise<JudgedMarket[]> {
  const records = demoRecords(lintel.clock.now().toISOString().slice(0, 10), listings);
  const isInSplit = (query: JudgedQuery) => split === "both" || query.split === split;
  const demo = {
    name: "demo",
    slug: "demo",
    records,
    homes: demoHomes(records),
    queries: demoQueries.filter(isInSplit),
  };
  const sales = kingCountySales(count);
  const kingCounty = {
    name: "King County",
    slug: "king-county",
    records: sales.map(({ record }) => record),
    homes: sales.map(({ home }) => home),
    queries: kingCountyQueries.filter(isInSplit),
  };
  const markets = [await openMarket(lintel, demo), await openMarket(lintel, kingCounty)];
  await indexListings(lintel.ctx);
  await lintel.services.listings.index.catchUp();
  return markets;
}

/** Asks every query of every ranker. */
export async function measure(lintel: TestApp, markets: JudgedMarket[]): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const market of markets) {
    for (const judged of market.queries) {
      const all = [...market.homes.values()].map(judged.judge);
      const scores = new Map<string, number>();
      let answers: Measured["answers"] = [];
      const question = await questionOf(lintel, market, judged.query);
      for (const [name, rank] of Object.entries(rankers)) {
        const found = await rank(question);
        const grades = gradesOf(market, judged, found);
        scores.set(name, ndcg(grades, all));
        if (name === HYBRID)
          answers = found.map((id, at) => ({ home: market.homes.get(id), grade: grades[at] as number }));
      }
      measured.push({ market: market.name, judged, scores, answers });
    }
  }
  return measured;
}

/** One ranker's nDCG on these queries. */
export function scoresOf(measured: readonly Measured[], name: string): number[] {
  return measured.map(({ scores }) => scores.get(name) as number);
}

export function isHeldOut({ judged }: Measured): boolean {
  return judged.split === "held-out";
}

export type Verdict = {
  bestFullText: string;
  overFullText: Difference;
  bestPart: string;
  overBestPart: Difference;
};

/** How far the hybrid is above the best form of full text, and above the best of its own parts. */
export function verdict(measured: readonly Measured[]): Verdict {
  const hybrid = scoresOf(measured, HYBRID);
  const best = (names: string[]) =>
    names.toSorted((a, b) => mean(scoresOf(measured, b)) - mean(scoresOf(measured, a)))[0] as string;
  const bestFullText = best(Object.keys(fullTexts));
  const bestPart = best(Object.keys(parts));
  return {
    bestFullText,
    overFullText: difference(hybrid, scoresOf(measured, bestFullText)),
    bestPart,
    overBestPart: difference(hybrid, scoresOf(measured, bestPart)),
  };
}
