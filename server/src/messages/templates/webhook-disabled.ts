import type { Draft } from "./draft.ts";

export type WebhookDisabledData = {
  /** The recipient's name. */
  name: string;
  /** The webhook's URL without parts that may be secret. */
  target: string;
  reason: "gone" | "failing";
  since: string | null;
  events: string[];
  url: string;
};

/** To the brokers: a webhook endpoint was disabled. */
export function webhookDisabled({ name, target, reason, since, events, url }: WebhookDisabledData): Draft {
  const why =
    reason === "gone"
      ? "It has answered 410: that it is gone for good."
      : "For five days it has taken nothing, however often it was tried.";
  return {
    subject: "A webhook was disabled",
    preview: target,
    body: [
      `Hello ${name},`,
      `A webhook of yours is told nothing any more. ${why}`,
      {
        facts: [
          { label: "Address", value: target },
          { label: "Events", value: events },
          ...(since === null ? [] : [{ label: "Failing since", value: since }]),
        ],
      },
      "When the other side works again, make the webhook active: what was waiting for it is then sent. What has happened " +
        "meanwhile is not.",
      { link: url, label: "Open the webhook" },
    ],
  };
}
