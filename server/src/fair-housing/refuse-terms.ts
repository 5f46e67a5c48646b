import { type FoundTerm, findProtectedTerms, type ProtectedTerm } from "./find-terms.ts";
import type { PlaceNames } from "./names.ts";

/** Longer texts are truncated before terms are looked for: the rest is compared with nothing. */
const MAX_CHARACTERS = 10_000;

/** A text without its protected terms, which is the only part that may be compared, and the terms. */
export type Guarded = { text: string; refused: ProtectedTerm[] };

/** What stands next to a removed term may be one itself: "retired" of "a retired Catholic". */
const MAX_PASSES = 4;

/** Removes the terms of protected classes from what a person wrote, before it is compared with anything. */
export function refuseProtectedTerms(text: string, places?: PlaceNames): Guarded {
  const bounded = text.slice(0, MAX_CHARACTERS);
  let left = bounded;
  const refused: ProtectedTerm[] = [];
  const written = withSingleSpaces(bounded);
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const found = findProtectedTerms(left, places);
    if (found.length === 0) break;
    // What only a removal has joined is not what the person wrote.
    refused.push(
      ...found.filter((term) => written.includes(withSingleSpaces(term.text))).map(withoutPosition),
    );
    left = withoutTerms(left, found);
  }
  return { text: left, refused };
}

function withSingleSpaces(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}

function withoutTerms(text: string, found: readonly FoundTerm[]): string {
  let rest = "";
  let end = 0;
  const removed = found.flatMap((term) => term.removed).sort((one, other) => one.from - other.from);
  for (const { from, to } of removed) {
    rest += text.slice(end, from);
    end = to;
  }
  return tidied(rest + text.slice(end));
}

/** The protected terms of a text, in order. */
export function protectedTermsIn(text: string, places?: PlaceNames): ProtectedTerm[] {
  return findProtectedTerms(text.slice(0, MAX_CHARACTERS), places).map(withoutPosition);
}

function withoutPosition({ text, category, instead }: FoundTerm): ProtectedTerm {
  return { text, category, instead };
}

/** Without the spaces and commas that stood around a removed term. */
function tidied(text: string): string {
  return withSingleSpaces(text)
    .replaceAll(/ (?=[,;.!?])/g, "")
    .replaceAll(/([,;])(?:[,;]| (?=[,;]))+/g, "$1")
    .replace(/^[\s,;.]{1,20}/, "")
    .replace(/[\s,;]{1,20}$/, "");
}
