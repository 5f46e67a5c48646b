import type { Draft } from "./draft.ts";

type FeedAlarmData = {
  /** The recipient's name. */
  name: string;
  source: string;
  url: string;
};

export type FeedHeldData = FeedAlarmData & { explanation: string };

/** To the brokers: the removal guard holds removals of a source. */
export function feedHeld({ name, source, explanation, url }: FeedHeldData): Draft {
  return {
    subject: `Removals of ${source} are held`,
    preview: "No listing was removed.",
    body: [
      `Hello ${name},`,
      `The MLS feed of ${source} no longer offers many of the listings that your website shows. ${explanation}.`,
      "New and changed listings go on arriving. If the MLS had an outage, there is nothing to do: the next complete answer ends the hold.",
      { link: url, label: "Open the feed" },
    ],
  };
}

export type FeedLateData = FeedAlarmData & { asOf: string; error: string | null };

/** To the brokers: the listings of a source are no longer current. */
export function feedLate({ name, source, asOf, error, url }: FeedLateData): Draft {
  return {
    subject: `Listings of ${source} are out of date`,
    preview: `As of ${asOf}`,
    body: [
      `Hello ${name},`,
      `The MLS feed of ${source} has not succeeded for hours. Your website shows its listings as they were then.`,
      {
        facts: [
          { label: "As of", value: asOf },
          ...(error === null ? [] : [{ label: "Last error", value: error }]),
        ],
      },
      { link: url, label: "Open the feed" },
    ],
  };
}

/** To the brokers who were told that a source was late. */
export function feedRecovered({ name, source, url }: FeedAlarmData): Draft {
  return {
    subject: `Listings of ${source} are up to date again`,
    preview: "The feed works again.",
    body: [
      `Hello ${name},`,
      `The MLS feed of ${source} works again, and your website shows its listings as they are.`,
      { link: url, label: "Open the feed" },
    ],
  };
}
