import { describe, expect, it } from "vitest";
import { pipelineOfSubject } from "./receive-lead.ts";

describe("the pipeline of a subject", () => {
  it.each([
    "sell",
    "Selling my house",
    "I want to SELL!",
    "Buy or sell?",
    "Sell/buy",
    "(selling)",
    "re: sell",
    "Please list my home",
    "list\n my   home",
    "Free valuation",
    "Home value estimate",
    "What is my home worth?",
    "what's my home worth",
    "What’s my home worth",
    "CMA please",
    "a cma",
    "CMA, 3 bedrooms",
    "Vender / sell mi casa 🏡",
  ])("%j is a seller's", (subject) => expect(pipelineOfSubject(subject)).toBe("seller"));

  it.each([
    "",
    "Contact",
    "Buying a house",
    "bestseller list",
    "resell",
    "reselling tickets",
    "sells",
    "Sellwood neighborhood",
    "Who is the seller of 12 Elm St?",
    "counselling",
    "sell_side",
    "sell2",
    "résell",
    "selló",
    "valuations",
    "evaluation",
    "list my homes",
    "home values",
    "home-value",
    "my home is worth it",
    "cmas",
    "ecma",
    "Is 12 Elm St listed?",
  ])("%j is a buyer's", (subject) => expect(pipelineOfSubject(subject)).toBe("buyer"));
});
