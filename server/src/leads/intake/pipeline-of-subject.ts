import type { PipelineType } from "../lifecycle/stages.ts";

/** Whole words and phrases of people who want to sell (decisions.md: Leads). */
const SELLING = /\b(?:sell|selling|list my home|valuation|home value|what(?:'s|’s| is) my home worth|cma)\b/i;

/** What kind of lead a subject makes: a seller by these words, otherwise a buyer. */
export function pipelineOfSubject(subject: string): PipelineType {
  return SELLING.test(subject.replaceAll(/\s+/g, " ")) ? "seller" : "buyer";
}
