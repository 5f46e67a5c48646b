import type { ActorContext } from "../platform/context.ts";
import { type RecordVersion, versionFields } from "../platform/http/record-version.ts";
import { activeFlags } from "./contact-rules/flags.ts";
import { lockLead, visibleLead } from "./lead-scope.ts";
import { tagsOf } from "./tags/lead-tags.ts";

/** The lead with its active flags and its tags, and without what its visitor and the sweep change. */
export const leadVersion = {
  record: "lead",
  async read(ctx, { lead_id }) {
    const lead = await visibleLead(ctx, lead_id);
    const flags = await activeFlags(ctx.db, [lead_id]);
    return [
      versionFields(lead, [
        "heat",
        "last_signal_at",
        "last_contact",
        // They change with each page that the visitor reads. Of staff, only the acceptance of an unverified contact sets them.
        "preferences",
        "alerts_decided",
        "follow_up_reminded_at",
        "suspicions",
      ]),
      flags.get(lead_id) ?? [],
      (await tagsOf(ctx.db, [lead_id])).get(lead_id) ?? [],
    ];
  },
  lock: (ctx, { lead_id }) => lockLead(ctx, lead_id),
} satisfies RecordVersion<ActorContext, { lead_id: number }>;
