import type { Draft, Fact } from "./draft.ts";

export type PrivacyConfirmationData = {
  kind: "erase" | "export";
  brokerage: string;
  url: string;
  /** In words: when the link expires, and the deadline of an erasure. */
  until: string;
};

/** To the address in a privacy request. */
export function privacyConfirmation({ kind, brokerage, url, until }: PrivacyConfirmationData): Draft {
  const isErasure = kind === "erase";
  const wish = isErasure
    ? `asked ${brokerage} to erase everything it holds about you`
    : `asked ${brokerage} for a copy of everything it holds about you`;
  return {
    subject: isErasure ? "Please confirm: erase your data" : "Please confirm: a copy of your data",
    preview: `It is done once you confirm it, by ${until}.`,
    body: [
      "Hello,",
      `Somebody, probably you, has ${wish}. Nothing is done before you confirm it on the page that this link opens.`,
      { link: url, label: isErasure ? "Erase my data" : "Get a copy of my data" },
      `The link is good until ${until}. If it was not you, there is nothing for you to do.`,
    ],
  };
}

export type PrivacyExportReadyData = { brokerage: string; url: string; until: string };

/** To a person who requested their data: the download link. */
export function privacyExportReady({ brokerage, url, until }: PrivacyExportReadyData): Draft {
  return {
    subject: "Your data are ready",
    preview: `What ${brokerage} holds about you, as a file.`,
    body: [
      "Hello,",
      `Here is what ${brokerage} holds about you: one file in the format JSON, made when you open the link.`,
      { link: url, label: "Download my data" },
      `The link is good until ${until}. Whoever has it can read the file, so please do not pass this email on.`,
    ],
  };
}

export type PrivacyErasureConfirmedData = {
  /** The recipient's name. */
  name: string;
  email: string;
  dueOn: string;
  /** The person's latest leads with their stages. */
  leads: string[];
  /** The number of further leads. */
  more: number;
  url: string;
};

export type PrivacyErasureDoneData = { brokerage: string };

/** To the person, after the erasure. */
export function privacyErasureDone({ brokerage }: PrivacyErasureDoneData): Draft {
  return {
    subject: "Your data is erased",
    preview: `${brokerage} holds nothing about you any more.`,
    body: [
      "Hello,",
      `As you have asked, everything that ${brokerage} held about you under this email address is erased.`,
      "This address is forgotten too, with this email: it is the last one.",
    ],
  };
}

/** To the brokers: a person's data will be erased, although a contract may be pending. */
export function privacyErasureConfirmed(data: PrivacyErasureConfirmedData): Draft {
  const { name, email, dueOn, leads, more, url } = data;
  const shown = more > 0 ? [...leads, `and ${more} more`] : leads;
  const facts: Fact[] = [
    { label: "Email", value: email },
    { label: "Leads", value: shown.length > 0 ? shown : "none" },
    { label: "Erased on", value: dueOn },
  ];
  return {
    subject: `Data will be erased on ${dueOn}`,
    preview: email,
    body: [
      `Hello ${name},`,
      "Somebody you hold data about has asked for their erasure and has confirmed it. It is done by itself on the day " +
        "below, with all their leads, and cannot be undone.",
      { facts },
      "If a contract with them is under way, or the law wants you to keep something, keep a copy of your own before that day. " +
        "You can also have it done at once.",
      { link: url, label: "Open the requests" },
    ],
  };
}
