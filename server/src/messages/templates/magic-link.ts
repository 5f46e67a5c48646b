import type { Draft } from "./draft.ts";

export type MagicLinkData = { brokerage: string; url: string };

/** To the address that a visitor enters to save favorites (SPEC: Magic link). */
export function magicLink({ brokerage, url }: MagicLinkData): Draft {
  return {
    subject: `Your link to ${brokerage}: favorites on all your devices`,
    preview: "It works once, and for 15 minutes.",
    body: [
      "Hello,",
      `Somebody, probably you, has asked for a link to their favorite homes at ${brokerage.replace(/\.$/, "")}. It brings them to every device ` +
        "that you open such a link on.",
      { link: url, label: "Open my favorites" },
      "The link works once, and for 15 minutes. If you did not ask for it, there is nothing for you to do: nothing happens " +
        "unless it is used, so please do not pass this email on.",
    ],
  };
}
