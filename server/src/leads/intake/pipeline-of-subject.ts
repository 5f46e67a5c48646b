import type { PipelineType } from "../lifecycle/stages.ts";

/** Words of sellers in a subject (decisions.md: Leads). */
const SELLING = [
  "sell",
  "selling",
  "list my home",
  "valuation",
  "home value",
  "what(?:'s|’s| is) my home worth",
  "cma",
].join("|");

/** Whole words in every alphabet: `\b` would find "sell" in "résell". */
const WHOLE = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}_])(?:${SELLING})(?![\\p{L}\\p{M}\\p{N}_])`, "iu");

/** The pipeline of a lead by its subject: seller for these words, otherwise buyer. */
export function pipelineOfSubject(subject: string): PipelineType {
  return WHOLE.test(subject.replaceAll(/\s+/g, " ")) ? "seller" : "buyer";
}
