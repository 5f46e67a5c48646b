import type { AlertChannel } from "../saved-searches.schemas.ts";

export type Cadence = "instant" | "scheduled";

/** An alert that is open, or will be once the plan is saved. */
export type PlannedAlert = {
  /** 0 until it is saved. */
  id: number;
  clientId: number;
  brokerageId: number;
  channel: AlertChannel;
  cadence: Cadence;
  dueAt: Date;
  /** Events that are only counted, beside those that are counted already. */
  more: number;
};
