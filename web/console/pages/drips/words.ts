import type { Schema } from "../../app/api.ts";

/** `CONTACTING` as `Contacting`. */
export function stageWords(stage: string): string {
  return stage.charAt(0) + stage.slice(1).toLowerCase();
}

type StopReason = NonNullable<Schema<"Enrollment">["stopped_reason"]>;

/** Why an enrollment has stopped, or would. */
export const stopWords: Record<StopReason, string> = {
  state_changed: "the lead has moved to another stage",
  unsubscribed: "the lead has unsubscribed",
  flagged: "a flag of the lead forbids marketing mail",
  manual: "stopped by hand",
  sequence_deactivated: "the sequence is turned off",
  send_failed: "sending has failed three times",
  no_email: "the lead has no email address",
};

/** `at once`, `after 1 day`, `3 days later` */
export function delayWords(days: number, index: number): string {
  const many = days === 1 ? "1 day" : `${days} days`;
  if (index === 0) return days === 0 ? "at once" : `after ${many}`;
  return days === 0 ? "right after" : `${many} later`;
}
