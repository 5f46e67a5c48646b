import { type TermGroup, wishes } from "../term-group.ts";

const DECADES =
  `20s, 30s, 40s, 50s, 60s, 70s, 80s, 90s, twenties, thirties, forties, fifties, sixties, seventies, eighties, nineties,
  20, 30, 40, 50, 60, 70, 80, 90`.split(",");
/** "In our 60s", also as "60's"; a house is in its sixties. */
const inDecades = ["my", "our", "their", "his", "her"].flatMap((owner) =>
  DECADES.map((decade) => `in ${owner} ${decade.trim()}`),
);

/** Housing for older persons is lawful and passes (harmless-phrases.ts). */
export const age: readonly TermGroup[] = [
  {
    category: "age",
    instead: wishes.lowMaintenance,
    words: `retiree, =seniors, seniors only, senior citizen, senior people, senior neighbor, elderly, old people, old folk,
      older people, older adult, older couple, older person, older folk, old person, old couple, pensioner, geriatric, grandparent, baby boomer, boomer,
      person over #, people over #, persons over #, adults over #, older neighbor, old neighbor, older resident, old timer`,
  },
  {
    category: "age",
    instead: null,
    words: `young professional, young people, young person, young couple, young adult, young neighbor, young neighbour, young crowd, young area, young neighborhood,
      young neighbourhood, young community, younger area, younger neighborhood, younger neighbourhood, younger community, young resident, young tenant, young population, young folk, youthful, millennial, gen z, gen x, generation z,
      middle aged people, middle aged, middle age, # something, something year old, college age, my age, our age, same age, age range, age group,
      under # only, over # only, people under #, persons under #, anyone under #, anyone over #`,
  },
  { category: "age", instead: null, when: "ages", words: "age # to #, aged # to #, age # #, aged # #" },
  { category: "age", instead: wishes.lowMaintenance, when: "alone", words: "retired" },
  { category: "age", instead: null, when: "alone", words: inDecades.join() },
  { category: "age", instead: wishes.lowMaintenance, when: "people", words: "retired" },
  { category: "age", instead: null, when: "people", words: "senior" },
  { category: "age", instead: null, when: "persons", words: "young, younger, mature, old, older" },
];
