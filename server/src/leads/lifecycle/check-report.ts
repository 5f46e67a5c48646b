import { AppError } from "../../platform/errors.ts";
import { type Channel, channels, type EventType, events, needsChannel } from "./events.ts";
import { reasons } from "./reasons.ts";

/**
 * Checks an event independently of the lead's stage, and returns its reason and channel.
 *
 * @throws AppError 400 for an event that people cannot report, or a missing or unknown reason or channel.
 */
export function checkReport(
  event: EventType,
  reasonCode: string | null,
  channel: string | null,
): { reasonCode: string | null; channel: Channel | null } {
  if (!events[event].posted)
    throw new AppError("bad_request", `${event} is not reported: it is written by itself`);
  return { channel: knownChannel(event, channel), reasonCode: knownReason(event, reasonCode) };
}

function knownChannel(event: EventType, channel: string | null): Channel | null {
  if (channel === null) {
    if (!needsChannel(event)) return null;
    throw new AppError("bad_request", `${event} needs a channel: ${channels.join(", ")}`);
  }
  const known = channels.find((each) => each === channel);
  if (!known) throw new AppError("bad_request", `Unknown channel; known: ${channels.join(", ")}`);
  return known;
}

function knownReason(event: EventType, reasonCode: string | null): string | null {
  const taken = reasons[event];
  if (reasonCode === null) {
    if (!taken?.required) return null;
    throw new AppError("bad_request", `${event} needs a reason_code: ${codesOf(taken.choices)}`);
  }
  if (!taken) throw new AppError("bad_request", `${event} takes no reason_code`);
  if (!Object.hasOwn(taken.choices, reasonCode)) {
    throw new AppError("bad_request", `Unknown reason_code for ${event}; known: ${codesOf(taken.choices)}`);
  }
  return reasonCode;
}

function codesOf(choices: object): string {
  return Object.keys(choices).join(", ");
}
