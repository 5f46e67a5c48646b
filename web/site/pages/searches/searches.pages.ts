import type { Page } from "../../frame/page.ts";
import { confirmPage } from "./confirm.page.tsx";
import { newSearchPage } from "./new-search.page.tsx";
import { searchPage } from "./search.page.tsx";
import { searchesPage } from "./searches.page.tsx";

/** Saved searches: the list, one of them, a new one, and the page of its confirmation's link. */
export const searchesPages: Page[] = [searchesPage, newSearchPage, searchPage, confirmPage];
