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

/** Words of protected classes, by the sentence that they complete. */
const TERMS: [(term: string) => string, string][] = [
  [
    (term) => `in a ${term} neighborhood`,
    `white, black, asian, hispanic, latino, mexican, chinese, indian, russian, jewish, christian, muslim, mormon, catholic, gay, straight, lgbtq,
    transgender, young, elderly, family friendly, kid friendly, english speaking, spanish speaking, african american, middle eastern`,
  ],
  [
    (term) => `for ${term}`,
    `singles, married couples, families, families with children, retirees, seniors, young professionals, women, men, newlyweds, empty nesters,
    christians, muslims, immigrants, the disabled, kids, a single mother, white families, Mexican families, gay couples, section 8 tenants`,
  ],
  [
    (term) => `no ${term}`,
    `kids, children, families, section 8, vouchers, blacks, whites, mexicans, immigrants, muslims, jews, gays, old people, singles, men, women,
    disabled people, group homes, welfare, refugees, trans people`,
  ],
  [
    (term) => `near ${term}`,
    "a church, a mosque, a synagogue, the hindu temple, an lds ward, my kingdom hall, gay bars, christian schools",
  ],
  [
    (term) => `we are ${term}`,
    "a christian family, a muslim family, a black family, a gay couple, a young couple, a married couple, a retired couple, newlyweds, immigrants",
  ],
  [
    (term) => term,
    "adults only, child free, able-bodied, whites only, women only, bachelor pad, english only, christians only, 20-somethings",
  ],
];

/** Two visitors who are alike but for such words. */
export type Pair = { plain: string; worded: string };

/** All pairs, the words before and after what is looked for in turn. */
export function steeringPairs(): Pair[] {
  const phrases = TERMS.flatMap(([sentence, terms]) => terms.split(",").map((term) => sentence(term.trim())));
  return phrases.flatMap((phrase, nth) =>
    SEARCHES.map((plain, at) => {
      const isBefore = (nth + at) % 2 === 0;
      if (plain === "") return { plain, worded: phrase };
      return { plain, worded: isBefore ? `${phrase}, ${plain}` : `${plain}, ${phrase}` };
    }),
  );
}
