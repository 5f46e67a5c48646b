import type { ActorContext } from "../platform/context.ts";
import type { RecordVersion } from "../platform/http/record-version.ts";
import { lockPendingSuggestion } from "./record-decision.ts";
import { targets } from "./targets.ts";
import { presentSuggestion, visibleSuggestion } from "./visible-suggestions.ts";

/** The version of what a suggestion edits: who approves it may name the one that it was made for. */
export const targetVersion = {
  record: "suggestion's target",
  async read(ctx, { suggestion_id }) {
    const { target_type, target_id } = presentSuggestion(await visibleSuggestion(ctx, suggestion_id));
    return targets[target_type].version.read(ctx, target_id);
  },
  async lock(ctx, { suggestion_id }) {
    const { target_type, target_id } = presentSuggestion(await lockPendingSuggestion(ctx, suggestion_id));
    await targets[target_type].version.lock(ctx, target_id);
  },
} satisfies RecordVersion<ActorContext, { suggestion_id: number }>;
