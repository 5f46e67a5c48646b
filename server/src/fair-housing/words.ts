/** A word of a text: normalized, and where it stands. */
export type TextWord = {
  /** Lower case, without accents, apostrophes and a possessive s. */
  text: string;
  /** Without the ending of a plural. */
  singular: string;
  /** Position in the text; `to` is exclusive. */
  from: number;
  to: number;
  /** Whether a comma, a full stop or another sign separates it from the word before. */
  startsClause: boolean;
  /** Whether it is written with a capital, also at the beginning of the text. */
  isCapital: boolean;
};

/** A set of words that are separated by white space. */
export const wordSet = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Numbers of words; `to` is exclusive. */
export const indexesOf = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, nth) => from + nth);

// Linear: starts with a letter or digit and continues within the same word.
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’ʼ`]*\+?/gu;
const CLAUSE_BREAK = /[,;:!?()\n\r|•]|\.(?:\s|$)|\s[-–—]\s/u;
/** A full stop behind these ends no clause: "Sec. 8". */
const ABBREVIATIONS = wordSet("sec");
const CAPITAL = /^\p{Lu}/u;
const MARKS = /\p{M}+/gu;
const POSSESSIVE = /['’ʼ`]s$/;
const APOSTROPHES = /['’ʼ`]/g;

/** Frequent misspellings that are no other words, each before the word that is meant. */
const misspellings = new Map(
  `christain christian, chrisitan christian, cristian christian, catholick catholic, jewsih jewish, mulsim muslim, synagog synagogue,
  chruch church, hispanc hispanic, mexcian mexican, childern children, chlidren children, famliy family, familys families,
  eldery elderly, asain asian, africian african, forgeiner foreigner, immigrent immigrant, lesbain lesbian, handicaped handicapped,
  dissabled disabled, retierees retirees, neigborhood neighborhood`
    .split(",")
    .map((pair) => pair.trim().split(" ") as [written: string, meant: string]),
);

/** The words of a text, in order. Time is linear in its length. */
export function wordsOfText(text: string): TextWord[] {
  let end = 0;
  let before = "";
  return [...text.matchAll(WORD)].map((found) => {
    const [written] = found;
    const from = found.index;
    const between = text.slice(end, from);
    end = from + written.length;
    const word = normalized(written);
    const isAbbreviated = ABBREVIATIONS.has(before) && between === ". ";
    before = word;
    return {
      text: word,
      singular: singularOf(word),
      from,
      to: end,
      startsClause: CLAUSE_BREAK.test(between) && !isAbbreviated,
      isCapital: CAPITAL.test(written),
    };
  });
}

function normalized(written: string): string {
  const plain = written.normalize("NFKD").replace(MARKS, "").toLowerCase();
  const word = plain.replace(POSSESSIVE, "").replace(APOSTROPHES, "");
  return misspellings.get(word) ?? word;
}

export function singularOf(word: string): string {
  if (word.length < 4 || !word.endsWith("s") || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  return /(?:sh|ch|x|ss)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}
