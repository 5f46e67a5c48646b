import type { DripStarterList } from "../drips.schemas.ts";
import { longNurture } from "./long-nurture.ts";
import { newBuyer } from "./new-buyer.ts";
import { newSeller } from "./new-seller.ts";
import { openHouseVisitor } from "./open-house-visitor.ts";
import { pastClient } from "./past-client.ts";
import { reEngagement } from "./re-engagement.ts";
import type { Starter } from "./starter.ts";

/** By the key with which they are copied (decisions.md: Drips). */
export const starters: ReadonlyMap<string, Starter> = new Map([
  ["new_buyer", newBuyer],
  ["new_seller", newSeller],
  ["long_nurture", longNurture],
  ["open_house_visitor", openHouseVisitor],
  ["past_client", pastClient],
  ["re_engagement", reEngagement],
]);

/** The ready-made sequences that can be copied. */
export function listDripStarters(): DripStarterList {
  return {
    items: [...starters].map(([key, { steps, ...starter }]) => ({
      key,
      ...starter,
      steps: steps.map((step, index) => ({ position: index + 1, ...step })),
    })),
    total: starters.size,
  };
}
