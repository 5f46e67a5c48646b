import type { DripStarterList } from "../drips.schemas.ts";
import { starters } from "./starters.ts";

/** The ready-made sequences that can be copied. */
export function listDripStarters(): DripStarterList {
  return {
    items: [...starters].map(([key, { steps, ...starter }]) => ({
      key,
      ...starter,
      steps: steps.map((step, at) => ({ position: at + 1, ...step })),
    })),
    total: starters.size,
  };
}
