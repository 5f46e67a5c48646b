import { flagLabels, flags } from "../../contact-rules/flags.ts";
import { directions } from "../../engagement/contacts/contact-columns.ts";
import { bands, HOT_FROM, WARM_FROM } from "../../engagement/temperature/score.ts";
import { channels, type EventType, events, eventTypes, needsChannel } from "../../lifecycle/events.ts";
import { legacyStatuses } from "../../lifecycle/projections.ts";
import { reasons } from "../../lifecycle/reasons.ts";
import { isOpen, pipelineTypes, stageLabels, stages } from "../../lifecycle/stages.ts";
import { transitions } from "../../lifecycle/transitions.ts";
import { leadSorts } from "../list/lead-order.ts";
import type { EventMeta, LeadMeta } from "./meta.schemas.ts";

/** The enumerations of leads for forms and filters, from the tables of the program. */
export function getLeadMeta(): LeadMeta {
  return {
    stages: stages.map((stage) => ({ stage, label: stageLabels[stage], open: isOpen(stage) })),
    events: eventTypes.map(describeEvent),
    reasons: Object.fromEntries(
      Object.entries(reasons).map(([event, { choices }]) => [
        event,
        Object.entries(choices).map(([code, label]) => ({ code, label })),
      ]),
    ),
    channels: [...channels],
    directions: [...directions],
    flags: flags.map((flag) => ({ flag, label: flagLabels[flag] })),
    pipeline_types: [...pipelineTypes],
    temperature: bands.map((band) => ({ band, from: bandFrom[band] })),
    legacy_statuses: [...legacyStatuses],
    sorts: [...leadSorts],
  };
}

const bandFrom = { cold: 0, warm: WARM_FROM, hot: HOT_FROM };

function describeEvent(event: EventType): EventMeta {
  const moves = transitions.filter((each) => each.event === event);
  return {
    event_type: event,
    label: events[event].label,
    from: moves.map((each) => each.from),
    to: moves[0]?.to ?? null,
    pipeline_types: pipelineTypes.filter((path) =>
      moves.every((each) => each.pipelineType === undefined || each.pipelineType === path),
    ),
    needs_reason: reasons[event]?.required ?? false,
    needs_channel: needsChannel(event),
    postable: events[event].posted,
  };
}
