import type { Context } from "../../context.ts";
import type { LeadSettings } from "../../lead-settings/index.ts";
import type { Candidate } from "../candidates.ts";

export type StrategyName = LeadSettings["routing_strategy"];

/** What a strategy decides by. The turn is held: nobody else routes a lead of this brokerage meanwhile. */
export type Occasion = {
  ctx: Context;
  brokerageId: number;
  /** Those who may get it. */
  eligible: readonly Candidate[];
  settings: LeadSettings;
  /** What the visitor is looking for, in words; null when nothing certain is known. */
  preferences: string | null;
};

/** Somebody who may get it, and the strategy that puts them there: another one where it fills up for the brokerage's. */
export type Ranked = { agent: Candidate; by: StrategyName };

export type Strategy = {
  /** Everybody who is eligible, best first. */
  rank(occasion: Occasion): Promise<Ranked[]>;
  /** Notes that this agent has got the lead. */
  taken?(occasion: Occasion, agent: Candidate): Promise<void>;
};
