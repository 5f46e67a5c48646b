import { homePage } from "./home.page.tsx";

/** The start page. */
export const homePages = [homePage];
