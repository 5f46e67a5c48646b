/** What a visitor looks for, without any term of a protected class. */
const SEARCHES = [
  "3 bed house in Eagle with a pool",
  "house with a fenced yard under 600k",
  "quiet street near good schools",
  "condo with a view, 2 baths",
  "single level home with a shop in Nampa",
  "family room and a big kitchen",
  "cottage with a garden",
  "",
];

/** Words of protected classes, by the phrase that they complete. */
const TERMS: [kind: string, sentence: (term: string) => string, terms: string][] = [
  [
    "in",
    (term) => `in a ${term} neighborhood`,
    `white, black, asian, hispanic, latino, mexican, chinese, indian, russian, jewish, christian, muslim, mormon, catholic, gay, straight, lgbtq,
    transgender, young, elderly, family friendly, kid friendly, english speaking, spanish speaking, african american, middle eastern`,
  ],
  [
    "for",
    (term) => `for ${term}`,
    `singles, married couples, families, families with children, retirees, seniors, young professionals, women, men, newlyweds, empty nesters,
    christians, muslims, immigrants, the disabled, kids, a single mother, white families, Mexican families, gay couples, section 8 tenants`,
  ],
  [
    "no",
    (term) => `no ${term}`,
    `kids, children, families, section 8, vouchers, blacks, whites, mexicans, immigrants, muslims, jews, gays, old people, singles, men, women,
    disabled people, group homes, welfare, refugees, trans people`,
  ],
  [
    "near",
    (term) => `near ${term}`,
    "a church, a mosque, a synagogue, the hindu temple, an lds ward, my kingdom hall, gay bars, christian schools",
  ],
  [
    "we are",
    (term) => `we are ${term}`,
    "a christian family, a muslim family, a black family, a gay couple, a young couple, a married couple, a retired couple, newlyweds, immigrants",
  ],
  [
    "alone",
    (term) => term,
    "adults only, child free, able-bodied, whites only, women only, bachelor pad, english only, christians only, 20-somethings",
  ],
];

/** Two visitors who are alike but for such words. */
export type Pair = { plain: string; worded: string };

/** Sentences with a term inside, by the kind of phrase that it is part of, and what is left of them. */
const INSIDE: Record<string, [worded: (term: string) => string, plain: string][]> = {
  in: [
    [
      (term) => `single level house in a ${term} neighborhood with a shop in Nampa`,
      "single level house with a shop in Nampa",
    ],
    [(term) => `not in a ${term} area or Nampa with a pool`, "not in Nampa with a pool"],
  ],
  for: [
    [(term) => `condo for ${term} in Eagle with a view`, "condo in Eagle with a view"],
    [(term) => `condo good for ${term} and with a big kitchen`, "condo with a big kitchen"],
  ],
  no: [
    [(term) => `house with no ${term} in Eagle under 600k`, "house in Eagle under 600k"],
    [(term) => `house in Eagle with no ${term} or pool`, "house in Eagle with no pool"],
    [(term) => `house in Eagle with no pool or ${term}`, "house in Eagle with no pool"],
    [(term) => `cottage without ${term} or stairs`, "cottage without stairs"],
    [(term) => `3 bed house, avoid ${term} and Nampa`, "3 bed house, avoid Nampa"],
    [(term) => `a yard but no ${term} and a fenced garden`, "a yard but a fenced garden"],
  ],
  near: [
    [(term) => `3 bed house near ${term} in Eagle with a pool`, "3 bed house in Eagle with a pool"],
    [(term) => `lots not near ${term} or in Nampa`, "lots not in Nampa"],
    [(term) => `quiet street near ${term} or a park`, "quiet street near a park"],
  ],
  "we are": [[(term) => `we are ${term} and want a condo with a view`, "want a condo with a view"]],
};

/** All pairs: the words before and after what is looked for in turn, and inside sentences. */
export function steeringPairs(): Pair[] {
  const phrases = TERMS.flatMap(([, sentence, terms]) => termsOf(terms).map((term) => sentence(term)));
  const apart = phrases.flatMap((phrase, nth) =>
    SEARCHES.map((plain, at) => {
      const isBefore = (nth + at) % 2 === 0;
      if (plain === "") return { plain, worded: phrase };
      return { plain, worded: isBefore ? `${phrase}, ${plain}` : `${plain}, ${phrase}` };
    }),
  );
  const inside = TERMS.flatMap(([kind, , terms]) =>
    termsOf(terms).flatMap((term) =>
      (INSIDE[kind] ?? []).map(([worded, plain]) => ({ plain, worded: worded(term) })),
    ),
  );
  return [...apart, ...inside];
}

const termsOf = (terms: string) => terms.split(",").map((term) => term.trim());
