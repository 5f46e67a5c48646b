import type { Page } from "./frame/page.ts";
import { agentPages } from "./pages/agents/agents.pages.ts";
import { homePages } from "./pages/home/home.pages.ts";
import { legalPages } from "./pages/legal/legal.pages.ts";
import { homeOfferPages } from "./pages/listing/listing.pages.ts";
import { resultPages } from "./pages/results/results.pages.ts";
import { townPages } from "./pages/town/town.pages.ts";

/** Every page of the website, by groups. The order makes no difference: fixed parts of a path win over parameters. */
export const pages: Page[] = [
  ...homePages,
  ...agentPages,
  ...homeOfferPages,
  ...legalPages,
  ...resultPages,
  ...townPages,
];
