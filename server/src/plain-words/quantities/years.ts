import { PhraseTable, type Token } from "../tokens.ts";
import { type Bounds, boundsOf } from "./bounds.ts";
import { type Cue, cueAfter } from "./cues.ts";

const BUILT = new Set(["built", "build", "constructed", "blt"]);
const cues = new PhraseTable<Cue>([
  ["less", "before, older than, earlier than, prior to, pre, pre -, until"],
  ["more", "after, newer than, later than, post, post -, younger than"],
  ["least", "since, no older than, not older than, no earlier than, not before, from"],
  ["most", "no newer than, no later than, not after, not newer than"],
  ["near", "around, about, circa, approximately"],
  ["exact", "in, year, in the year"],
]);
/** Nouns whose year is not a year of construction. */
const OTHER_DATES = new Set(
  "remodeled remodelled renovated updated sold move moving moved listed roof hvac kitchen furnace bathroom windows replaced redone rehabbed closing close since".split(
    " ",
  ),
);
const HOMES = new Set(
  "home homes house houses bungalow bungalows cottage ranch craftsman tudor colonial farmhouse build builds rambler place condo condos townhouse townhouses townhome townhomes cabin property properties".split(
    " ",
  ),
);

/** "3 bed from the 70s". */
const ROOMS = new Set("bed beds bedroom bedrooms bath baths bathroom bathrooms ,".split(" "));

export type FoundYears = { bounds: Bounds | null; from: number; to: number };

const isYear = (token: Token | undefined): token is Token & { value: number } =>
  token !== undefined &&
  /^\d{4}$/.test(token.written) &&
  token.value !== null &&
  token.value >= 1700 &&
  token.value <= 2100;

/** Reads the year of construction at a token: `built after 2010`, `2018 or newer`, `the 90s`, `pre-1940`. */
export function yearsAt(tokens: readonly Token[], index: number, floor: number): FoundYears | null {
  const decade = decadeAt(tokens, index, floor);
  if (decade) return decade;
  const token = tokens[index];
  if (!isYear(token)) return null;
  const { cue, from, isBuilt } = cueBeforeYear(tokens, index, floor);
  const range = rangeAt(tokens, index);
  // "Between 2010 and 2020 build".
  const isBuiltAfter = range !== null && BUILT.has(tokens[range.to]?.text ?? "");
  if (range)
    return isBuilt || isBuiltAfter ? { ...range, from, to: isBuiltAfter ? range.to + 1 : range.to } : null;
  const behind = cueAfter(tokens, index + 1);
  const isBuiltBehind = BUILT.has(tokens[behind.next]?.text ?? "");
  if (isOtherDate(tokens, from, floor)) return { bounds: null, from: index, to: index + 1 };
  const effectiveCue = behind.cue ?? cue;
  const isOfBuilding = isBuilt || isBuiltBehind || impliesConstruction(tokens, index, cue, behind.cue);
  if (!isOfBuilding) return null;
  const to = isBuiltBehind ? behind.next + 1 : behind.next;
  return {
    bounds: boundsOf("year_built", token.value, effectiveCue === "from" ? "least" : effectiveCue),
    from,
    to,
  };
}

/** "Newer than 2015" and "2018 or newer" imply construction; "in 2020" and "from 2020" do not. */
function impliesConstruction(
  tokens: readonly Token[],
  index: number,
  cue: Cue | null,
  behind: Cue | null,
): boolean {
  const words = tokens[index + 2]?.text ?? "";
  if (behind !== null && ["newer", "later", "older", "earlier", "above", "up"].includes(words)) return true;
  if (cue === null || cue === "exact" || cue === "near") return false;
  return tokens[index - 1]?.text !== "from" && tokens[index - 1]?.text !== "until";
}

function cueBeforeYear(tokens: readonly Token[], index: number, floor: number) {
  const found = cues.before(tokens, index);
  let from = found && found.from >= floor ? found.from : index;
  const cue: Cue | null = from < index && found ? found.meaning : null;
  if (tokens[from - 1]?.text === "between" && from > floor) from--;
  let start = from;
  while (start > floor && /^(?:in|year|:|the|of|was|house|home|between)$/.test(tokens[start - 1]?.text ?? ""))
    start--;
  const isBuilt = start > floor && BUILT.has(tokens[start - 1]?.text ?? "");
  if (!isBuilt) return { cue, from, isBuilt };
  from = start - 1;
  if (tokens[from - 1]?.text === "year" && from > floor) from--;
  return { cue, from, isBuilt };
}

function rangeAt(tokens: readonly Token[], index: number): { bounds: Bounds; to: number } | null {
  const [one, between, two] = [tokens[index], tokens[index + 1]?.text ?? "", tokens[index + 2]];
  if (!isYear(one) || !isYear(two) || !["-", "–", "to", "and", "or"].includes(between)) return null;
  return {
    bounds: { min: Math.min(one.value, two.value), max: Math.max(one.value, two.value) },
    to: index + 3,
  };
}

function isOtherDate(tokens: readonly Token[], from: number, floor: number): boolean {
  for (let before = from - 1; before >= Math.max(floor, from - 3); before--)
    if (OTHER_DATES.has(tokens[before]?.text ?? "")) return true;
  return false;
}

/** Reads a decade: `the 90s`, `1920s`. `1900s` is ambiguous between a decade and a century, and gives no filter. */
function decadeAt(tokens: readonly Token[], index: number, floor: number): FoundYears | null {
  const token = tokens[index];
  const quote = /^['’]$/.test(tokens[index + 1]?.written ?? "") ? 1 : 0;
  const s = tokens[index + 1 + quote];
  if (
    !token ||
    token.value === null ||
    s?.text !== "s" ||
    !s.glued ||
    !/^(?:\d0|\d{3}0)$/.test(token.written)
  )
    return null;
  const year = token.value < 100 ? (token.value < 30 ? 2000 : 1900) + token.value : token.value;
  const to = index + 2 + quote;
  let from = index;
  while (from > floor && /^(?:in|the|early|late|mid|from|during|'|’|-)$/.test(tokens[from - 1]?.text ?? ""))
    from--;
  const isBuilt = from > floor && BUILT.has(tokens[from - 1]?.text ?? "");
  // "A 1920s bungalow", "houses from the 1950s".
  const before = tokens[from - 1]?.text ?? "";
  const isFrom = tokens.slice(from, index).some(({ text }) => text === "from");
  const isHome =
    HOMES.has(tokens[to]?.text ?? "") ||
    (from < index && HOMES.has(before)) ||
    (isFrom && (from === 0 || ROOMS.has(before)));
  const isOther = year < 1700 || year > 2100 || year === 1900 || year === 1800 || (!isBuilt && !isHome);
  if (isOther) return { bounds: null, from: index, to };
  return { bounds: { min: year, max: year + 9 }, from: isBuilt ? from - 1 : from, to };
}
