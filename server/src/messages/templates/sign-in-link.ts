import type { Draft } from "./draft.ts";

export type SignInLinkData = {
  /** The brokerage that sends the mail, by its name. */
  brokerage: string;
  url: string;
  /** Its recipient becomes an admin by it. */
  isInvitation: boolean;
};

/** To the address that a member of staff enters to sign in, or that an admin has named for another admin. */
export function signInLink({ brokerage, url, isInvitation }: SignInLinkData): Draft {
  const name = brokerage.replace(/\.$/, "");
  const purpose = isInvitation
    ? "An admin of this server wants this address to be an admin's. The link confirms the address and signs you in."
    : `A link to sign in to the back office of ${name} was requested for this address, probably by you.`;
  return {
    subject: isInvitation ? "Confirm your address as an admin" : `Sign in to ${name}`,
    preview: "It works once, and for 15 minutes.",
    body: [
      "Hello,",
      purpose,
      { link: url, label: isInvitation ? "Confirm and sign in" : "Sign in" },
      "The link works once, and for 15 minutes. If you did not ask for it, there is nothing for you to do: nothing happens " +
        "unless it is used, so please do not pass this email on.",
    ],
  };
}
