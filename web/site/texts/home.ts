import { counted } from "../../shared/numbers.ts";

/** Texts of the start page. The brokerage's own take their place where it has any. */
export const homeTexts = {
  headline: "Find the home that fits your life",
  subtitle: "Say what you are looking for, in your own words.",
  subtitleOfPlaces: "Choose a town, a size and a price.",
  town: "Town",
  anyTown: "Any town",
  beds: "Bedrooms",
  price: "Price",
  any: "Any",
  upTo: (price: string) => `Up to ${price}`,
  description: (name: string) => `Homes for sale, and the people of ${name} who know them.`,
  examples: "Examples",
  towns: "Towns",
  homes: (number: number) => counted(number, "home"),
  newest: "New on the market",
  allHomes: "See all homes",
  agents: "Our agents",
  allAgents: "All agents",
  sellTitle: "Thinking of selling?",
  sellText: "Tell us about your home, and an agent who knows your neighborhood will call you.",
  sellAction: "Sell your home",
  contactTitle: "Talk to us",
  contactAction: "Write to us",
};
