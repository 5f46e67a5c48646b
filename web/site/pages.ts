import type { Page } from "./frame/page.ts";
import { accountPages } from "./pages/account/account.pages.tsx";
import { agentPages } from "./pages/agents/agents.pages.ts";
import { contactPages } from "./pages/contact/contact.pages.tsx";
import { favoritesPages } from "./pages/favorites/favorites.pages.ts";
import { homePages } from "./pages/home/home.pages.ts";
import { legalPages } from "./pages/legal/legal.pages.ts";
import { homeOfferPages } from "./pages/listing/listing.pages.ts";
import { resultPages } from "./pages/results/results.pages.ts";
import { searchesPages } from "./pages/searches/searches.pages.ts";
import { townPages } from "./pages/town/town.pages.ts";

/** Every page of the website, by groups. The order makes no difference: fixed parts of a path win over parameters. */
export const pages: Page[] = [
  ...accountPages,
  ...agentPages,
  ...contactPages,
  ...favoritesPages,
  ...homeOfferPages,
  ...homePages,
  ...legalPages,
  ...resultPages,
  ...searchesPages,
  ...townPages,
];
