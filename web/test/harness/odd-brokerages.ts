import type { Words } from "./shown-brokerage.ts";

const switches = [
  "feature_semantic_search",
  "feature_map_search",
  "feature_favorites",
  "feature_contact_form",
  "feature_virtual_tours",
  "feature_mortgage_calculator",
];

/** Brokerages at the limits of what may be entered, by slug. */
export const oddBrokerages: Record<string, Words> = {
  white: { name: "White Homes", word: "Plain", city: "Boise", color: "#ffffff" },
  long: {
    name: `${"Long ".repeat(15)}Names`,
    word: "Wordwithoutend".repeat(4),
    city: "Boise",
    color: "#000000",
  },
  arabic: { name: "شركة النور للعقارات", word: "بيت", city: "Boise", color: "#ff00aa" },
  empty: { name: "Empty", word: "", city: "Boise", color: "#24485c", isEmpty: true },
  off: {
    name: "Off",
    word: "Plain",
    city: "Boise",
    color: "#24485c",
    fields: Object.fromEntries(switches.map((name) => [name, false])),
  },
  bare: {
    name: "B",
    word: "",
    city: "Boise",
    color: "#24485c",
    isEmpty: true,
    fields: Object.fromEntries(switches.map((name) => [name, false])),
  },
};
