import { resultsPage } from "./results.page.tsx";

/** Lists of homes. */
export const resultPages = [resultsPage];
