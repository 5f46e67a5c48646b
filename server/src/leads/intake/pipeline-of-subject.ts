import type { PipelineType } from "../lifecycle/stages.ts";

/** Words and phrases of people who want to sell (decisions.md: Leads). */
const SELLING = [
  "sell",
  "selling",
  "list my home",
  "valuation",
  "home value",
  "what(?:'s|’s| is) my home worth",
  "cma",
].join("|");

/** Whole ones only, in every alphabet: `\b` would find "sell" in "résell". */
const WHOLE = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}_])(?:${SELLING})(?![\\p{L}\\p{M}\\p{N}_])`, "iu");

/** What kind of lead a subject makes: a seller by these words, otherwise a buyer. */
export function pipelineOfSubject(subject: string): PipelineType {
  return WHOLE.test(subject.replaceAll(/\s+/g, " ")) ? "seller" : "buyer";
}
