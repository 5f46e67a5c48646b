import type { Brochure } from "../brochure.ts";
import { fonts } from "./fonts.ts";

/**
 * Text in the characters of the embedded fonts: Latin (with Vietnamese), Greek and Cyrillic. Other characters lose
 * their diacritics if that makes them printable, and are otherwise left out. Line breaks are kept.
 */
export function printable(text: string): string {
  const known = Array.from(text.replaceAll(/\r\n?|[\u2028\u2029\v\f]/g, "\n").normalize("NFC"), inFont).join(
    "",
  );
  return known
    .replaceAll(/[^\S\n]+/g, " ")
    .replaceAll(/ ?\n ?/g, "\n")
    .trim();
}

const spellings: Record<string, string> = {
  "\u2010": "-",
  "\u2011": "-",
  "\u2032": "'",
  "\u2033": '"',
  "\u2212": "–",
  "\u2713": "•",
  "\u2714": "•",
  "\u25cf": "•",
  "\u25aa": "•",
  "\u2605": "*",
  "\u2606": "*",
};

function inFont(character: string): string {
  if (character === "\n") return character;
  if (/\s/.test(character)) return " ";
  // Control characters, direction marks, joiners and unpaired surrogates.
  if (/\p{C}|\p{Variation_Selector}/u.test(character)) return "";
  const plain = spellings[character] ?? character;
  if (isCovered(plain)) return plain;
  const bare = plain.normalize("NFKD").replaceAll(/\p{M}/gu, "");
  return bare !== "" && isCovered(bare) ? bare : "";
}

function isCovered(text: string): boolean {
  return Array.from(text).every((character) =>
    Object.values(fonts).every((font) => font.hasGlyphForCodePoint(character.codePointAt(0) as number)),
  );
}

/** The brochure with printable text only; a text without printable characters becomes null. */
export function printableBrochure(brochure: Brochure): Brochure {
  const { address, contact, smallPrint } = brochure;
  const filled = (text: string | null) => (text && printable(text)) || null;
  const oneLine = (text: string | null) => filled(text)?.replaceAll("\n", " ") ?? null;
  const must = (text: string, otherwise = "") => oneLine(text) ?? otherwise;
  const firm = must(brochure.brokerage.name, "Real estate brokerage");
  return {
    ...brochure,
    title: must(brochure.title, "Listing"),
    status: must(brochure.status),
    address: { street: oneLine(address.street), place: oneLine(address.place) },
    facts: brochure.facts.map(({ value, label }) => ({ value: must(value), label: must(label) })),
    details: brochure.details
      .map(({ label, value }) => ({ label, value: must(value) }))
      .filter(({ value }) => value !== ""),
    description: filled(brochure.description),
    features: brochure.features.map((feature) => must(feature)).filter((feature) => feature !== ""),
    contact: {
      role: contact.role,
      // A name in an unsupported script is replaced by the firm, not printed in part.
      name: must(contact.name, firm),
      firm: must(contact.name) === "" ? null : oneLine(contact.firm),
      lines: contact.lines
        .map(({ text, url }) => ({ text: must(text), url }))
        .filter(({ text }) => text !== ""),
    },
    brokerage: { ...brochure.brokerage, name: firm },
    smallPrint: {
      courtesy: oneLine(smallPrint.courtesy),
      brokerage: must(smallPrint.brokerage),
      disclaimer: must(smallPrint.disclaimer),
      copyright: oneLine(smallPrint.copyright),
      prepared: must(smallPrint.prepared),
    },
  };
}
