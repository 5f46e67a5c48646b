import { call, DAY, type DemoLead, step } from "./demo-leads.ts";

type LeadDetails = Pick<DemoLead, "subject" | "message" | "agent" | "page"> &
  Partial<Pick<DemoLead, "tags" | "followUp">>;

const lead = (
  name: DemoLead["name"],
  ago: number,
  story: DemoLead["story"],
  details: LeadDetails,
): DemoLead => ({
  name,
  ago,
  story,
  ...details,
});

const contacted = (ago: number, note?: string) => [call(ago - 0.4, note)];
const qualified = (ago: number, note: string) => [
  call(ago - 1),
  step(ago * 0.6, "motivation_confirmed", { note }),
];
const committed = (ago: number, note: string) => [
  ...qualified(ago, "Knows what, where and by when."),
  step(ago * 0.3, "buyer_agreement_signed", { note }),
];

/** The other leads of the demo, so that lists, the board and each agent's day have work in them. */
export const MORE_LEADS: readonly DemoLead[] = [
  lead(["Amara", "Lindqvist"], 0.15, [], {
    ...{ subject: "Is the bungalow on Harrison still open?", agent: "hazel-thornbury" },
    ...{ message: "We walked past it this morning. Is there a time tomorrow after four?", page: "/homes" },
    tags: ["Referral"],
  }),
  lead(["Wendell", "Brookshire"], 0.28, [], {
    ...{ subject: "Townhouse with a garage", agent: "mateo-arriaga", page: "/homes/meridian" },
    message: "Two cars and a workbench. Up to $430,000, and I can move any time from January.",
  }),
  lead(["Priya", "Raghunathan"], 0.4, [], {
    ...{ subject: "New job at St. Luke's in February", agent: "hazel-thornbury", page: "/homes/boise" },
    message: "Relocating from Tucson. A short drive to downtown would be ideal; three bedrooms or more.",
    tags: ["Relocation"],
  }),
  lead(["Tessa", "Moorehead"], 1.4, [], {
    ...{ subject: "Sell first or buy first?", agent: "mateo-arriaga", page: "/sell" },
    message: "We would like to stay in Nampa, one size bigger. Which one should come first?",
  }),
  lead(["Gideon", "Hartwell"], 5, contacted(5, "Calls back after six."), {
    ...{ subject: "Lot in Star", agent: "hazel-thornbury", page: "/land" },
    message: "Half an acre or more that allows a detached shop.",
    followUp: { in: -0.6, note: "Call back about the lot's setback rules" },
  }),
  lead(["Celeste", "Navarro"], 20, contacted(20), {
    ...{ subject: "First home near the greenbelt", agent: "mateo-arriaga", page: "/first-time-buyers" },
    message: "I ride to work. Anything within a few blocks of the path, under $420,000.",
    tags: ["First home"],
    followUp: { in: -2, note: "Send the three listings by the river" },
  }),
  lead(["Bram", "Oosterhuis"], 1.2 * DAY, contacted(1.2 * DAY, "Left a message, sent a text."), {
    ...{ subject: "Duplex as an investment", agent: "priscilla-okonkwo", page: "/investors" },
    message: "Looking at two to four units, with the rent roll if there is one.",
    tags: ["Investor"],
  }),
  lead(["Marisol", "Echeverria"], 2 * DAY, contacted(2 * DAY), {
    ...{ subject: "Home with a suite for my parents", agent: "hazel-thornbury", page: "/homes/eagle" },
    message: "A second kitchen or a place to put one, and a bathroom without steps.",
    followUp: { in: 3, note: "Ask about the suite's size" },
  }),
  lead(["Calvin", "Threlkeld"], 4 * DAY, contacted(4 * DAY, "Travels until Thursday."), {
    ...{ subject: "Lake cabin for summers", agent: "linnea-soderstrom", page: "/homes/mccall" },
    message: "Dock or shared dock, sleeps six. Condition is negotiable.",
    tags: ["Second home"],
  }),
  lead(["Yolanda", "Pettibone"], 6 * DAY, contacted(6 * DAY), {
    ...{ subject: "Downsizing from five bedrooms", agent: "margit-hollenbeck", page: "/sell" },
    message: "One floor, a small yard, and help with sorting forty years of things.",
  }),
  lead(["Rufus", "Delaney"], 7 * DAY, qualified(7 * DAY, "Lender's letter is here, $465,000."), {
    ...{ subject: "Four bedrooms in Meridian", agent: "mateo-arriaga", page: "/homes/meridian" },
    message: "A garage for two and a yard that is fenced or can be.",
    tags: ["Pre-approved"],
    followUp: { in: -1, note: "Two new homes match, ask for Saturday" },
  }),
  lead(["Saskia", "Wray"], 9 * DAY, qualified(9 * DAY, "Sells in Spokane first; closing on the 14th."), {
    ...{ subject: "Historic house, any condition", agent: "hazel-thornbury", page: "/homes/boise" },
    message: "We have restored two. Original windows are a plus, and so is a big tree.",
    tags: ["Historic", "Pre-approved"],
    followUp: { in: 26, note: "Walk through the 1910 foursquare" },
  }),
  lead(["Hollis", "Freeborn"], 11 * DAY, qualified(11 * DAY, "Cash, ready when the right parcel comes."), {
    ...{ subject: "Dry grazing, 80 acres or more", agent: "orrin-castleberry", page: "/land" },
    message: "Legal access and a fence line that stands. A well would be nice.",
    tags: ["Cash"],
  }),
  lead(["Ines", "Carvalho"], 13 * DAY, qualified(13 * DAY, "Wants to list in spring."), {
    ...{ subject: "What would our condo sell for?", agent: "priscilla-okonkwo", page: "/sell" },
    message: "Ninth floor, two bedrooms, one parking place. We bought in 2016.",
    followUp: { in: -20, note: "Send the comparison of the building's last sales" },
  }),
  lead(["Desta", "Alemu"], 16 * DAY, qualified(16 * DAY, "VA letter in hand."), {
    ...{ subject: "Near the base, ready in March", agent: "june-whitebear", page: "/military" },
    message: "Three bedrooms, a fenced yard, and an internet line that works.",
    tags: ["VA loan"],
  }),
  lead(["Otto", "Kirkegaard"], 18 * DAY, committed(18 * DAY, "Signed for six months."), {
    ...{ subject: "New build in Kuna", agent: "hazel-thornbury", page: "/new-homes" },
    message: "We would like to choose the finishes ourselves.",
    tags: ["New construction"],
    followUp: { in: 50, note: "Design center on Tuesday" },
  }),
  lead(["Lucinda", "Farrow"], 22 * DAY, committed(22 * DAY, "Offers go through me alone."), {
    ...{ subject: "Single level, two-car garage", agent: "mateo-arriaga", page: "/homes/nampa" },
    message: "Close to Lake Lowell, if there is such a thing in our budget of $390,000.",
    followUp: { in: 4, note: "Second showing at five" },
  }),
  lead(["Edmund", "Vasquez-Reed"], 26 * DAY, committed(26 * DAY, "Both signed on the porch."), {
    ...{ subject: "Waterfront in Sandpoint", agent: "desmond-faircloth", page: "/homes/sandpoint" },
    message: "A dock permit that carries over, and a house that stays warm in January.",
  }),
  lead(
    ["Petra", "Lomax"],
    35 * DAY,
    [
      ...committed(35 * DAY, "Signed."),
      step(5 * DAY, "contract_executed", { note: "Inspection next Friday." }),
    ],
    {
      ...{ subject: "Townhouse in Boise's west end", agent: "hazel-thornbury", page: "/homes/boise" },
      message: "Low dues, a small patio, and no neighbor above.",
      followUp: { in: 70, note: "Inspection report" },
    },
  ),
  lead(
    ["Jorah", "Winterbourne"],
    42 * DAY,
    [
      ...committed(42 * DAY, "Signed."),
      step(9 * DAY, "contract_executed", { note: "Appraisal came in at price." }),
    ],
    {
      ...{ subject: "Starter home in Caldwell", agent: "mateo-arriaga", page: "/first-time-buyers" },
      message: "IHFA loan, two bedrooms, somewhere to put a garden.",
      tags: ["First home"],
    },
  ),
  lead(
    ["Estelle", "Bonaventure"],
    95 * DAY,
    [
      ...committed(95 * DAY, "Signed."),
      step(24 * DAY, "contract_executed"),
      step(12 * DAY, "closing_complete", { note: "Closed a day early." }),
    ],
    {
      ...{ subject: "Craftsman in the East End", agent: "hazel-thornbury", page: "/homes/boise" },
      message: "We rent around the corner and would like to stay.",
      tags: ["Past client"],
    },
  ),
  lead(
    ["Thaddeus", "Nye"],
    120 * DAY,
    [
      ...committed(120 * DAY, "Signed."),
      step(33 * DAY, "contract_executed"),
      step(3 * DAY, "closing_complete", { note: "Keys at noon, lunch on us." }),
    ],
    {
      ...{ subject: "Condo downtown", agent: "priscilla-okonkwo", page: "/condos" },
      message: "Walking distance to the capitol, pets allowed.",
      tags: ["Past client"],
    },
  ),
  lead(
    ["Birgitta", "Sorrel"],
    52 * DAY,
    [call(51 * DAY, "No answer, twice."), step(24 * DAY, "timeout_no_response")],
    {
      ...{ subject: "Just looking", agent: "mateo-arriaga", page: "/homes" },
      message: "Maybe next year. Please tell me when prices move.",
    },
  ),
  lead(
    ["Quentin", "Asher"],
    4 * DAY,
    [step(3.8 * DAY, "bogus_contact_detected", { reasonCode: "number_reaches_the_wrong_person" })],
    {
      ...{ subject: "Call me", agent: "hazel-thornbury", page: "/contact" },
      message: "About a house.",
    },
  ),
];
