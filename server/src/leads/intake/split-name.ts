/** Prefixes that belong to the last name when a first name precedes them. */
const PARTICLES = new Set(
  "bin bint da das de degli dei del della den der des di dos du el ibn la las los st st. ten ter van vander vom von zu zur".split(
    " ",
  ),
);
const SUFFIX = /^(?:jr|sr|ii|iii|iv|md|phd|esq)$/i;

const isSuffix = (word: string) => SUFFIX.test(word.replaceAll(".", ""));

/** Splits a full name in first and last name: `Ludwig van Beethoven`, `Lovelace, Ada`. One word is a first name. */
export function splitName(name: string): { first_name: string; last_name: string } {
  const parts = name.split(",").map((part) => part.trim().replaceAll(/\s+/g, " "));
  const [before = "", ...after] = parts.filter((part) => part !== "");
  const rest = after.join(" ");
  if (rest !== "" && !rest.split(" ").every(isSuffix)) return { first_name: rest, last_name: before };
  // A name of commas only is accepted as it is.
  const words = before === "" ? [name] : `${before} ${rest}`.trim().split(" ");
  const from = startOfLastName(words);
  return { first_name: words.slice(0, from).join(" "), last_name: words.slice(from).join(" ") };
}

function startOfLastName(words: string[]): number {
  let from = words.length - 1;
  while (from > 1 && isSuffix(words[from] as string)) from--;
  while (from > 1 && PARTICLES.has((words[from - 1] as string).toLowerCase())) from--;
  return Math.max(from, 1);
}
