import type { NewStep, TriggerState } from "../drips.schemas.ts";

/** A ready-made sequence that a brokerage can copy and change. */
export type Starter = {
  name: string;
  /** For the broker who copies it: when it starts, and when it ends. */
  description: string;
  trigger_state: TriggerState;
  pipeline_type: "buyer" | "seller" | null;
  stop_on_state_change: boolean;
  steps: NewStep[];
};

/** The end of every letter. Lines of unknown values stay empty: not every lead has an agent or a telephone number. */
const SIGNATURE = "Warm regards,\n{{agent_name}}\n{{brokerage_name}}\n{{brokerage_phone}}";

/** A letter from its paragraphs, with greeting and signature. Replies go to the agent, or to the brokerage's owner. */
export function letter(...paragraphs: string[]): string {
  return ["Hello {{first_name}},", ...paragraphs, SIGNATURE].join("\n\n");
}

/** A paragraph with several lines. */
export function lines(...items: string[]): string {
  return items.join("\n");
}
