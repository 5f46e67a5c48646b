import { townPage } from "./town.page.tsx";

/** Pages of towns. */
export const townPages = [townPage];
