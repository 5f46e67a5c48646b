import { counted } from "../../shared/numbers.ts";

/** Texts of the pages of towns. */
export const townTexts = {
  title: (city: string, state: string) => `Homes for sale in ${city}, ${state}`,
  description: (homes: number, city: string, state: string) =>
    `${counted(homes, "home")} for sale in ${city}, ${state}: prices, sales and days on the market month by month, and the newest homes.`,
  allTowns: "Homes",
  count: (homes: number) => `${counted(homes, "home")} for sale`,
  seeAll: "See all, filter and sort",
  newest: "Newest homes",
  market: "The market, month by month",
  marketNote:
    "Houses and condos, from the listings that we show. n is the number of homes behind a figure. Medians of fewer than five are left out.",
  noMarket: "Too few homes were listed or sold here to show figures.",
  noValue: "Too few",
  latest: (month: string, n: number) => `${month}, n = ${n}`,
  plotOf: (title: string, first: string, last: string) =>
    `${title}, ${first} to ${last}. The table below has every figure.`,
  listPrice: "Median list price",
  soldPrice: "Median sold price",
  days: "Median days on the market",
  perSqft: "Median price per square foot",
  active: "Homes for sale at the month’s end",
  sold: "Homes sold",
  table: "All figures",
  month: "Month",
  new: "New",
  daysUnit: (days: number) => counted(Math.round(days), "day"),
};
