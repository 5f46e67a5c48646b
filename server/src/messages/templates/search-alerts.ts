import { type Brief, codePart, type Draft, type Home, type Part, type Unsubscribe } from "./draft.ts";

export type SearchConfirmationData = { brokerage: string; search: string; url: string; code?: string };

/** To the address that a visitor enters to save a search (search.md, D41). */
export function searchConfirmation({ brokerage, search, url, code }: SearchConfirmationData): Draft {
  return {
    subject: "Please confirm: save your search",
    preview: "One click, and you hear of homes that match.",
    body: [
      "Hello,",
      `Somebody, probably you, wants to hear from ${brokerage.replace(/\.$/, "")} about homes that match a search:`,
      { facts: [{ label: "Search", value: search }] },
      { link: url, label: "Save my search" },
      ...codePart(code),
      "The link works once, and for 48 hours. If it was not you, there is nothing for you to do: without the link nothing is saved, " +
        "and you get no further emails.",
    ],
  };
}

/** What one alert tells. Composed when it is sent. */
export type SearchAlertData = {
  brokerage: string;
  /** What happened, in a few words: `3 new homes, 1 price drop`. */
  summary: string;
  /** About the alert itself: who has saved the search, that alerts become rare. */
  notes: string[];
  /** The searches that it is for. */
  searches: string;
  homes: Home[];
  /** Homes beyond those, and where they are listed. */
  more: number;
  moreUrl: string;
  /** Of the sources of the homes. */
  smallPrint: string[];
  unsubscribe: Unsubscribe;
};

/** To a client: what is new for their searches and favorites (search.md, D45 to D48). */
export function searchAlert(data: SearchAlertData): Draft {
  const { summary, notes, searches, homes, more, moreUrl, smallPrint, unsubscribe } = data;
  const first = homes[0];
  const body: Part[] = [...notes, `${summary}. ${searches}`, ...homes.map((home) => ({ home }))];
  if (more > 0) {
    const others = more === 1 ? "1 more home" : `${more.toLocaleString("en-US")} more homes`;
    body.push(`There are ${others} than this mail shows.`, { link: moreUrl, label: `See ${others}` });
  }
  return {
    subject: homes.length === 1 && more === 0 && first ? subjectOfOne(first) : summary,
    preview: first ? [first.price, first.address].filter(Boolean).join(" · ") : summary,
    body: [...body, ...smallPrint.map((text) => ({ smallPrint: text }))],
    unsubscribe,
  };
}

function subjectOfOne({ reasons, price, address }: Home): string {
  return `${reasons.join(", ")}: ${[address, price].filter(Boolean).join(", ")}`;
}

export function searchAlertBrief({ summary, homes, more, moreUrl, brokerage }: SearchAlertData): Brief {
  const [first] = homes;
  if (first && homes.length === 1 && more === 0) {
    return {
      title: `${first.reasons.join(", ")}: ${first.price ?? first.address}`,
      line: [first.address, first.facts].filter(Boolean).join(" · "),
      url: first.url,
    };
  }
  return { title: summary, line: brokerage, url: moreUrl };
}

export type SearchAlertsPausedData = {
  brokerage: string;
  searches: string;
  /** Opens the page with a button that resumes them. */
  url: string;
  unsubscribe: Unsubscribe;
};

/** To a client who has not reacted to alerts for 16 weeks (search.md, D50). */
export function searchAlertsPaused({ brokerage, searches, url, unsubscribe }: SearchAlertsPausedData): Draft {
  return {
    subject: "Are you still looking for a home?",
    preview: "Your alerts are paused until you say so.",
    body: [
      "Hello,",
      `You have not opened a home from our alerts for 16 weeks, so ${brokerage.replace(/\.$/, "")} sends you no more of them. ${searches}`,
      "If you are still looking, one click brings them back. If not, there is nothing for you to do.",
      { link: url, label: "Keep sending my alerts" },
    ],
    unsubscribe,
  };
}
