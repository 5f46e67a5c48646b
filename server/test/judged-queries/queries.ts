import { heldOutDemoGrounds } from "./held-out-demo-grounds.ts";
import { heldOutDemoHomes } from "./held-out-demo-homes.ts";
import { heldOutDemoMarkets } from "./held-out-demo-markets.ts";
import { heldOutKingCounty } from "./held-out-king-county.ts";
import type { JudgedQuery } from "./home.ts";
import { tunedDemoGrounds } from "./tuned-demo-grounds.ts";
import { tunedDemoHomes } from "./tuned-demo-homes.ts";
import { tunedDemoMarkets } from "./tuned-demo-markets.ts";
import { tunedKingCounty } from "./tuned-king-county.ts";

/**
 * 120 queries over the demo and 40 over King County, as visitors type them, judged by the listings' facts and before anything
 * was measured. Half of each subject, drawn by a seeded coin, is held out: it is measured, and never tuned to.
 */
export const demoQueries: JudgedQuery[] = [
  ...tunedDemoGrounds,
  ...tunedDemoHomes,
  ...tunedDemoMarkets,
  ...heldOutDemoGrounds,
  ...heldOutDemoHomes,
  ...heldOutDemoMarkets,
];

export const kingCountyQueries: JudgedQuery[] = [...tunedKingCounty, ...heldOutKingCounty];
