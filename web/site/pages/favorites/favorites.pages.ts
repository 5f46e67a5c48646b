import type { Page } from "../../frame/page.ts";
import { favoritesPage } from "./favorites.page.tsx";
import { verifyPage } from "./verify.page.tsx";

/** Saved homes, and the page of a sign-in's link. */
export const favoritesPages: Page[] = [favoritesPage, verifyPage];
