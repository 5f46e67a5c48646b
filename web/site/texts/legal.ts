export type LegalSection = { title: string; paragraphs: readonly string[] };

/** Texts of the legal pages. They describe what this software does; a brokerage checks them with its own counsel. */
export const legalTexts = {
  privacy: "Privacy",
  privacyDescription: "What this website records, why, and how to refuse it, see it or have it erased.",
  terms: "Terms of use",
  termsDescription: "What you may do with the listings on this website, and what they do not promise.",
  accessibility: "Accessibility",
  accessibilityDescription:
    "How this website is built to be usable by everyone, and how to report a barrier.",
  contact: "Contact",
  signalHonoured:
    "Your browser asks not to be tracked (Global Privacy Control or Do Not Track). We honor that: no visit of this browser is recorded.",
  signalMissing:
    "Your browser sends no request to stop tracking. If you switch on Global Privacy Control or Do Not Track, no visit of this browser is recorded.",
};

export function privacySections(name: string): LegalSection[] {
  return [
    {
      title: "What we record",
      paragraphs: [
        "When you look at homes here, we record which homes and searches you open, so that an agent who helps you knows what you like. The record belongs to this browser until you tell us who you are in a form.",
        "When you send a form, we store what you typed, the page that you sent it from, and the campaign that brought you here if its link named one.",
        "Homes that you save are kept in a cookie of your browser for a year. A second cookie recognizes your visits for 30 days, and a third keeps you signed in for 90 days. What waits to be sent is kept in your browser's storage.",
      ],
    },
    {
      title: "What we do not do",
      paragraphs: [
        `${name} does not sell or share what is recorded. No other company's scripts, pictures or fonts are loaded on this website, so no other company learns that you were here.`,
        "Your network address is used to limit abuse and is not kept with your visit.",
      ],
    },
    {
      title: "Your choices",
      paragraphs: [
        "You may refuse to be recorded: switch on Global Privacy Control or Do Not Track in your browser.",
        "You may ask what we hold about you, have it corrected, or have it erased. Sign in on your account page, or write to us.",
        "Every newsletter, alert and follow-up by email has a link that ends such emails at once. Texts end when you answer STOP.",
      ],
    },
  ];
}

export function termsSections(name: string): LegalSection[] {
  return [
    {
      title: "The listings",
      paragraphs: [
        "Information about homes comes from multiple listing services, other brokers and owners. It is deemed reliable but not guaranteed. Check what matters to you before you decide.",
        "Listings are for your personal, non-commercial use: to find a home that you may want to buy. Copying them in bulk is not allowed. The source of each listing is named beside it, and its own terms apply.",
        "Prices and availability may change without notice. A home that is shown here may be sold or withdrawn.",
      ],
    },
    {
      title: "Fair housing",
      paragraphs: [
        `${name} follows the Fair Housing Act and its equivalents of the state. Homes are shown to everyone alike. Words about people, such as their family, faith or origin, decide about no home here.`,
      ],
    },
    {
      title: "Figures",
      paragraphs: [
        "Payments and market figures are estimates from the numbers that are shown with them. They are no offer of a loan and no appraisal.",
      ],
    },
    {
      title: "Links",
      paragraphs: [
        "Links to other websites, such as virtual tours, are offered for convenience. Their owners answer for them.",
      ],
    },
  ];
}

export function accessibilitySections(name: string, hasMap: boolean): LegalSection[] {
  return [
    {
      title: "What we aim for",
      paragraphs: [
        `${name} wants everyone to be able to find a home here. This website is built to meet the Web Content Accessibility Guidelines (WCAG) 2.2, level AA.`,
        "Every page works with the keyboard alone, with screen readers, without JavaScript, at 200 % zoom and on narrow screens.",
        ...(hasMap
          ? ["You do not need the map: the list has the homes that you search for, page by page."]
          : []),
        "Motion stops where your device asks for less of it, and colors follow its light or dark setting.",
      ],
    },
    {
      title: "If something does not work for you",
      paragraphs: [
        "Tell us which page it is, and what you tried to do. We answer, and until it is repaired we give you what you need in another way: by telephone, by mail or in person.",
      ],
    },
  ];
}
