/** Abbreviations of agents' remarks, in any case, and what they stand for. */
const ANY_CASE: Record<string, string> = {
  "w/o": "without",
  "w/d": "washer dryer",
  "w/": "with",
  "a/c": "air conditioning",
  "c/a": "central air",
  "d/w": "dishwasher",
  "s/s": "stainless steel",
  "o/s": "oversized",
  appl: "appliances",
  appls: "appliances",
  appt: "appointment",
  att: "attached",
  bckyd: "backyard",
  bdrm: "bedroom",
  bdrms: "bedrooms",
  bkyd: "backyard",
  bldg: "building",
  bldgs: "buildings",
  bsmt: "basement",
  bthrm: "bathroom",
  cabs: "cabinets",
  ceil: "ceilings",
  clg: "ceiling",
  clgs: "ceilings",
  cntrs: "counters",
  cov: "covered",
  cvrd: "covered",
  dbl: "double",
  dwntwn: "downtown",
  entr: "entrance",
  fml: "formal",
  fplc: "fireplace",
  frplc: "fireplace",
  frpl: "fireplace",
  flr: "floor",
  flrs: "floors",
  gar: "garage",
  grg: "garage",
  hdwd: "hardwood",
  hdwds: "hardwood floors",
  hrdwd: "hardwood",
  hwd: "hardwood",
  incl: "included",
  kit: "kitchen",
  kitch: "kitchen",
  landscpd: "landscaped",
  lndry: "laundry",
  lrg: "large",
  lvl: "level",
  mba: "master bath",
  mbr: "master bedroom",
  mstr: "master",
  mtn: "mountain",
  mtns: "mountains",
  nbhd: "neighborhood",
  nr: "near",
  ofc: "office",
  ovrszd: "oversized",
  pkg: "parking",
  prkg: "parking",
  priv: "private",
  refrig: "refrigerator",
  remod: "remodeled",
  rm: "room",
  rms: "rooms",
  sep: "separate",
  shp: "shop",
  updtd: "updated",
  vltd: "vaulted",
  vws: "views",
  wic: "walk in closet",
  wtrfrnt: "waterfront",
  wshop: "workshop",
  yd: "yard",
};

/** Those that are other words in lower case: "mil" is a million, "fr" is from. */
const UPPER_CASE: Record<string, string> = {
  BA: "bath",
  BR: "bedroom",
  BRs: "bedrooms",
  DW: "dishwasher",
  FP: "fireplace",
  FR: "family room",
  LR: "living room",
  MBR: "master bedroom",
  MIL: "mother in law suite",
  SS: "stainless steel",
  WD: "washer dryer",
  XL: "extra large",
};

const escaped = (word: string) => word.replaceAll("/", "\\/");
const ABBREVIATION = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${[...Object.keys(ANY_CASE), ...Object.keys(UPPER_CASE)]
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join("|")})(?![\\p{L}\\p{N}])\\.?`,
  "giu",
);
/** "3BR", "4bdrm": a number before an abbreviation is a word of its own. */
const GLUED = /(?<=\d)(?=(?:br|brs|ba|bdrm|bdrms)(?![\p{L}\p{N}]))/giu;
/** "w/shop": what follows "with" directly. */
const GLUED_WITH = /(?<![\p{L}\p{N}])w\/(?=\p{L}{3})/giu;

/** A text of the trade with its abbreviations written out: "3BR w/ XL shop, hdwd flrs, SS appl". */
export function expandAbbreviations(text: string): string {
  return text
    .replace(GLUED, " ")
    .replace(GLUED_WITH, "with ")
    .replace(ABBREVIATION, (written, at: number) => {
      const bare = written.replace(/\.$/, "");
      const end = written.endsWith(".") && isSentenceEnd(text, at + written.length) ? "." : "";
      // "1.2 MIL" is money.
      if (bare === "MIL" && /\d\s?$/.test(text.slice(Math.max(0, at - 2), at))) return written;
      const meant = UPPER_CASE[bare] ?? ANY_CASE[bare.toLowerCase()] ?? null;
      return meant === null ? written : meant + end;
    });
}

/** Whether a dot behind an abbreviation ends the sentence too: the next word has a capital, or nothing follows. */
function isSentenceEnd(text: string, at: number): boolean {
  return /^\s*(?:$|\p{Lu})/u.test(text.slice(at, at + 20));
}
