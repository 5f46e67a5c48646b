import { AppError } from "../../platform/errors.ts";
import { channels, type EventType, events } from "./events.ts";
import { reasons } from "./reasons.ts";

/**
 * Whether an event may be reported at all, whatever the lead's stage.
 *
 * @throws AppError 400 for an event that is not reported by people, a missing or unknown reason, a missing channel.
 */
export function checkReport(event: EventType, reasonCode: string | null, channel: string | null): void {
  if (!events[event].posted)
    throw new AppError("bad_request", `${event} is not reported: it is written by itself`);
  if (event === "contact_attempted" && channel === null) {
    throw new AppError("bad_request", `contact_attempted needs a channel: ${channels.join(", ")}`);
  }
  const taken = reasons[event];
  if (reasonCode === null) {
    if (taken?.required)
      throw new AppError("bad_request", `${event} needs a reason_code: ${codesOf(taken.choices)}`);
    return;
  }
  if (!taken) throw new AppError("bad_request", `${event} takes no reason_code`);
  if (!Object.hasOwn(taken.choices, reasonCode)) {
    throw new AppError("bad_request", `Unknown reason_code for ${event}; known: ${codesOf(taken.choices)}`);
  }
}

function codesOf(choices: object): string {
  return Object.keys(choices).join(", ");
}
