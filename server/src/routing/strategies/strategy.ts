import type { LeadSettings } from "../../lead-settings/index.ts";
import type { Context } from "../../platform/context.ts";
import type { Wanted } from "../../visitors/index.ts";
import type { Candidate } from "../candidates.ts";

export type StrategyName = LeadSettings["routing_strategy"];

/** What a strategy decides by. The turn is held: nobody else routes a lead of this brokerage meanwhile. */
export type Occasion = {
  ctx: Context;
  brokerageId: number;
  /** Those who may get it. */
  eligible: readonly Candidate[];
  settings: LeadSettings;
  /** What the visitor is looking for; null when nothing certain is known. */
  preferences: Wanted | null;
};

/** What decided in the end: a strategy, another one where it fills up for the brokerage's, or the visitor. */
export type UsedStrategy = StrategyName | "visitor_choice";

/** Somebody who may get it, and what puts them there. */
export type Ranked = { agent: Candidate; by: UsedStrategy };

export type Strategy = {
  /** Everybody who is eligible, best first. */
  rank(occasion: Occasion): Promise<Ranked[]>;
  /** Notes that this agent has got the lead. */
  taken?(occasion: Occasion, agent: Candidate): Promise<void>;
};
