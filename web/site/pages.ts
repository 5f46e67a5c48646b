import type { Page } from "./frame/page.ts";
import { accountPages } from "./pages/account/account.pages.tsx";
import { agentPage } from "./pages/agents/agent.page.tsx";
import { agentSentPage } from "./pages/agents/agent-sent.page.tsx";
import { agentsPage } from "./pages/agents/agents.page.tsx";
import { contactPages } from "./pages/contact/contact.pages.tsx";
import { favoritesPage } from "./pages/favorites/favorites.page.tsx";
import { verifyPage } from "./pages/favorites/verify.page.tsx";
import { homePage } from "./pages/home/home.page.tsx";
import { accessibilityPage } from "./pages/legal/accessibility.page.tsx";
import { privacyPage } from "./pages/legal/privacy.page.tsx";
import { termsPage } from "./pages/legal/terms.page.tsx";
import { questionSentPages, tourSentPage } from "./pages/listing/form-sent.page.tsx";
import { listingPages } from "./pages/listing/listing.page.tsx";
import { tourPage } from "./pages/listing/tour.page.tsx";
import { resultsPage } from "./pages/results/results.page.tsx";
import { confirmPage } from "./pages/searches/confirm.page.tsx";
import { newSearchPage } from "./pages/searches/new-search.page.tsx";
import { searchPage } from "./pages/searches/search.page.tsx";
import { searchesPage } from "./pages/searches/searches.page.tsx";
import { townPage } from "./pages/town/town.page.tsx";

/** Every page of the website. The order makes no difference: fixed parts of a path win over parameters. */
export const pages: Page[] = [
  homePage,
  resultsPage,
  townPage,
  ...listingPages,
  tourPage,
  tourSentPage,
  ...questionSentPages,
  agentsPage,
  agentPage,
  agentSentPage,
  favoritesPage,
  verifyPage,
  searchesPage,
  newSearchPage,
  searchPage,
  confirmPage,
  ...accountPages,
  ...contactPages,
  privacyPage,
  termsPage,
  accessibilityPage,
];
