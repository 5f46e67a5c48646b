import type { EventType } from "../../../server/src/leads/index.ts";

export type Step = {
  /** Hours before the first start. */
  ago: number;
  event: EventType;
  channel?: "call" | "email" | "text";
  reasonCode?: string;
  note?: string;
};

/** An invented lead of the demo brokerage, with its history. */
export type DemoLead = {
  name: [first: string, last: string];
  subject: string;
  message: string;
  /** An agent's slug; null: unassigned. */
  agent: string | null;
  ago: number;
  page: string;
  tags?: string[];
  /** The next follow-up: hours from now, negative where it is due already. */
  followUp?: { in: number; note: string };
  story: Step[];
};

export const DAY = 24;

export const call = (ago: number, note?: string): Step => ({
  ago,
  event: "contact_attempted",
  channel: "call",
  ...(note !== undefined && { note }),
});
export const step = (ago: number, event: EventType, more: Partial<Step> = {}): Step => ({
  ago,
  event,
  ...more,
});

/** Those with a whole history; `more-leads.ts` has the others. */
export const FIRST_LEADS: readonly DemoLead[] = [
  {
    name: ["Nora", "Quillfeather"],
    subject: "Tour this weekend?",
    message: "We are in town on Saturday and Sunday. Could we see two or three homes in the North End?",
    agent: "hazel-thornbury",
    ago: 0.02,
    page: "/homes/boise/north-end",
    story: [],
  },
  {
    name: ["Tobias", "Ashgrove"],
    subject: "First house",
    message: "My lender says up to $380,000. Two bedrooms, somewhere I can park a work truck.",
    agent: "mateo-arriaga",
    ago: 0.06,
    page: "/first-time-buyers",
    story: [],
  },
  {
    name: ["Ingrid", "Halvorsen-Pike"],
    subject: "What is my home worth?",
    message: "Built in 1974, new roof, a third of an acre near Lake Lowell. Just wondering for now.",
    agent: null,
    ago: 0.5,
    page: "/sell",
    story: [],
  },
  {
    name: ["Captain D.", "Marrow"],
    subject: "PCS to Mountain Home in August",
    message: "Arriving from Ramstein with two kids and a dog. VA loan, four bedrooms if possible.",
    agent: "june-whitebear",
    ago: 3,
    page: "/military",
    story: [],
  },
  {
    name: ["Free", "Followers"],
    subject: "Grow your page",
    message: "10,000 followers for your business, best price.",
    agent: null,
    ago: 2 * DAY,
    page: "/contact",
    story: [step(2 * DAY - 1, "bogus_contact_detected", { reasonCode: "spam_or_bot_submission" })],
  },
  {
    name: ["Leopold", "Finch"],
    subject: "Forty acres with water",
    message: "Looking for irrigated ground west of Caldwell. Water rights matter more than the house.",
    agent: "orrin-castleberry",
    ago: 1.5 * DAY,
    page: "/land",
    story: [call(1.4 * DAY, "Left a message.")],
  },
  {
    name: ["Beatriz", "Salcedo"],
    subject: "Condo near the river",
    message: "Small dog, one parking place, no more than $350 a month for the association.",
    agent: "priscilla-okonkwo",
    ago: 3 * DAY,
    page: "/condos",
    story: [
      call(2.9 * DAY),
      step(1 * DAY, "motivation_confirmed", { note: "Pre-approved, lease ends in May." }),
    ],
  },
  {
    name: ["Arvid", "Tremonte"],
    subject: "Cabin near McCall",
    message: "Wood stove, road plowed in winter, under $500,000.",
    agent: "linnea-soderstrom",
    ago: 12 * DAY,
    page: "/homes/mccall",
    story: [call(11.9 * DAY), step(9 * DAY, "motivation_confirmed")],
  },
  {
    name: ["Winifred", "Oakes"],
    subject: "Selling my mother's house",
    message: "She has moved in with us. It needs some work and we live in Oregon.",
    agent: "hazel-thornbury",
    ago: 20 * DAY,
    page: "/sell",
    story: [
      call(19.9 * DAY),
      step(18 * DAY, "motivation_confirmed"),
      step(10 * DAY, "listing_agreement_signed"),
      step(6 * DAY, "listing_activated", { note: "Photos taken on a clear morning." }),
    ],
  },
  {
    name: ["Cyrus", "Abernathy"],
    subject: "New construction in Meridian",
    message: "Three bedrooms, a shop or room for one, done before school starts.",
    agent: "desmond-faircloth",
    ago: 32 * DAY,
    page: "/new-homes",
    story: [
      call(31.8 * DAY),
      step(29 * DAY, "motivation_confirmed"),
      step(21 * DAY, "buyer_agreement_signed"),
      step(4 * DAY, "contract_executed"),
    ],
  },
  {
    name: ["Juniper", "Vance"],
    subject: "Offer fell through, looking again",
    message: "The bank changed its mind. We still want to be in Eagle by fall.",
    agent: "margit-hollenbeck",
    ago: 45 * DAY,
    page: "/homes/eagle",
    story: [
      call(44.5 * DAY),
      step(40 * DAY, "motivation_confirmed"),
      step(30 * DAY, "buyer_agreement_signed"),
      step(8 * DAY, "deal_collapsed", {
        reasonCode: "financing_fell_through",
        note: "Talking to a second lender.",
      }),
    ],
  },
  {
    name: ["Rosalind", "Petrakis"],
    subject: "Our first home",
    message: "Mateo helped my cousin. We would like to buy in Nampa too.",
    agent: "mateo-arriaga",
    ago: 80 * DAY,
    page: "/agents/mateo-arriaga",
    story: [
      call(79.9 * DAY),
      step(75 * DAY, "motivation_confirmed"),
      step(60 * DAY, "buyer_agreement_signed"),
      step(41 * DAY, "contract_executed"),
      step(9 * DAY, "closing_complete", { note: "Keys handed over." }),
    ],
  },
  {
    name: ["Magnus", "Delacroix"],
    subject: "Investment property",
    message: "Small multifamily near the university, numbers first.",
    agent: "priscilla-okonkwo",
    ago: 38 * DAY,
    page: "/investors",
    story: [call(37.5 * DAY), step(15 * DAY, "timeout_no_response")],
  },
  {
    name: ["Odessa", "Kimball"],
    subject: "Horse property",
    message: "Two horses, one stubborn goat. Fence already up would be nice.",
    agent: "orrin-castleberry",
    ago: 6 * DAY,
    page: "/land",
    story: [call(5.9 * DAY), step(4 * DAY, "motivation_confirmed")],
  },
];
