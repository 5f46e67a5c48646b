import type { NewStep, TriggerState } from "../drips.schemas.ts";

/** A sequence that is written already, for a brokerage to copy and make its own. */
export type Starter = {
  name: string;
  /** For the broker who copies it: when it runs, and when it ends. */
  description: string;
  trigger_state: TriggerState;
  pipeline_type: "buyer" | "seller" | null;
  stop_on_state_change: boolean;
  steps: NewStep[];
};

/** Below the last paragraph. The lines of what is not known stay empty: not every lead has an agent, or a number to call. */
const SIGNATURE = "Warm regards,\n{{agent_name}}\n{{brokerage_name}}\n{{brokerage_phone}}";

/** A letter: its paragraphs between greeting and signature. Replies go to the agent, or to the brokerage's owner. */
export function letter(...paragraphs: string[]): string {
  return ["Hello {{first_name}},", ...paragraphs, SIGNATURE].join("\n\n");
}

/** A paragraph of several lines. */
export function lines(...items: string[]): string {
  return items.join("\n");
}
