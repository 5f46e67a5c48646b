import type { ActorContext } from "../../platform/context.ts";
import { hasUnsubscribeLinks } from "../../platform/crypto/unsubscribe-links.ts";
import { type DripMeta, pipelineTypes, triggerStates } from "../drips.schemas.ts";
import { placeholders } from "../render.ts";

/** The enumerations of sequences, for forms (SPEC: Drip sequences). */
export function getDripMeta(ctx: ActorContext): DripMeta {
  return {
    trigger_states: [...triggerStates],
    pipeline_types: [...pipelineTypes],
    placeholders: [...placeholders],
    unsubscribe_links_enabled: hasUnsubscribeLinks(ctx),
  };
}
