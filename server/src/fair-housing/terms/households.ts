import { type TermGroup, wishes } from "../term-group.ts";

export const households: readonly TermGroup[] = [
  {
    category: "familial_status",
    instead: wishes.spaceToPlay,
    words: `kid, children, child, toddler, infant, baby, newborn, my twin, our twin, teenager, teen, =teens, kid friendly, child friendly, children friendly, family friendly,
      family oriented, family neighborhood, family neighbourhood, family community, family area, family street, family town, family suburb, family subdivision,
      family atmosphere, family environment, =families,
      growing family, large family, big family, small family, young family, huge family, family of #, family with, family looking, family wants, family needs,
      foster child, foster children, expecting a baby, expecting a child, expecting twin, expecting our first, expecting our second, expecting our third, youngster, school age, pregnant, pregnancy, pregnant woman, kids welcome, children welcome`,
  },
  {
    category: "familial_status",
    instead: wishes.spaceToPlay,
    when: "alone",
    words:
      "we are expecting, were expecting, for a family, for family, for the family, my family, our family, whole family, entire family",
  },
  {
    category: "familial_status",
    instead: null,
    words: `childless, child free, childfree, kid free, kidfree, =adults, adults only, adult only, adult building, adult community, adult complex, adult living,
      adult household, adult neighborhood, all adult, only adults, # adults, =minors, single mother, single mom, single mum, single father, single dad,
      single parent, unwed mother, no more than # child, empty nester, empty nest, parents with, familial status, =families only`,
  },
  {
    category: "marital_status",
    instead: null,
    words: `married, married couple, unmarried, unmarried couple, just married, newlywed, newly wed, newly married, divorced, recently divorced, divorcee, divorcing,
      widow, widower, widowed, spouse, husband, wife, husband and wife, =couples, for a couple, for couple, couple with, couple looking, couple wants, couple needs,
      engaged couple, ideal couple, cohabiting, cohabitating, living together, =singles, bachelor, single people, single person, single woman, single women,
      single lady, single men, single male, single female, single guy, single girl, single professional, single adult, single tenant, single occupant, single buyer,
      young single, marital status`,
  },
  { category: "marital_status", instead: null, when: "alone", words: "for single, for a single, single and" },
];
