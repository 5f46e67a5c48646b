import type { Action } from "./draw-action.ts";
import type { OracleBrokerage } from "./oracle-brokerage.ts";
import type { ModelledLead } from "./oracle-lead.ts";

/** Applies an action to the lead of the oracle. */
export function applyToModel(
  lead: ModelledLead,
  action: Action,
  { settings }: OracleBrokerage,
  now: number,
): void {
  switch (action.kind) {
    case "contact":
      if (lead.stage === "NEW" && action.direction === "outbound") {
        lead.move({ event: "contact_attempted", channel: action.channel, at: action.at }, settings, now);
      } else {
        lead.contact(action.direction, action.at ?? now, settings, now);
      }
      break;
    case "event":
      lead.move(action, settings, now);
      break;
    case "book":
      lead.book(action.dueAt, now);
      break;
    case "clearFollowUp":
      lead.clearFollowUp(now);
      break;
    case "status":
      lead.registration = action.status;
      lead.change(now);
      break;
    case "tour":
    case "register":
      lead.returns(now);
      break;
    case "look":
      lead.sign(now);
      break;
    case "note":
    case "assign":
      // The new agent is read from the timeline.
      lead.change(now);
      break;
  }
}
