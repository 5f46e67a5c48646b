import { counted } from "../../shared/numbers.ts";

/** Texts of `/llms.txt`. */
export const llmsTexts = {
  summary: "Homes for sale",
  pages: "Pages",
  towns: "Towns",
  homes: (count: number) => `${counted(count, "home")} for sale`,
  homesLabel: "Homes",
  homesNote: "all homes; filters are parameters of the address (`min_beds`, `max_price`, `city`)",
  wordsNote: "`q` takes plain words",
  agentsLabel: "Agents",
  agentsNote: "the people of the brokerage",
  sellLabel: "Sell",
  sellNote: "for owners",
  contactLabel: "Contact",
  contactNote: "how to reach the brokerage",
  feedLabel: "New homes",
  feedNote: "Atom feed of the 50 newest",
  sitemapLabel: "Sitemap",
  sitemapNote: "every home that is not sold, with the time of its last change, and the other public pages",
  apiLabel: "API",
  apiNote: "the same data as JSON, documented with OpenAPI",
};
