import { describe, expect, it } from "vitest";
import { CONCEPT_DIMENSIONS } from "../../builtin/builtin-text-model.ts";
import { isStopWord } from "../../language/word-weights.ts";
import { wordsOf } from "../../language/words.ts";
import { misleading, neighbours, thesaurus } from "./index.ts";

const termsOf = (text: string) => text.split(",").map((term) => wordsOf(term).map((word) => word.text));

describe("the thesaurus", () => {
  it("is a few hundred terms for every part of the trade, each concept with some", () => {
    const concepts = Object.entries(thesaurus);
    expect(concepts.length).toBeGreaterThan(100);
    // Each has a dimension of its own in the builtin text model's vectors.
    expect(concepts.length).toBeLessThanOrEqual(CONCEPT_DIMENSIONS);
    for (const [concept, terms] of concepts) {
      expect([concept, termsOf(terms).length >= 4]).toEqual([concept, true]);
    }
  });

  it("has no term that is empty or only holds sentences together", () => {
    const empty = Object.entries({ ...thesaurus, misleading }).flatMap(([concept, terms]) =>
      termsOf(terms).flatMap((words) => (words.every(isStopWord) ? `${concept}: ${words.join(" ")}` : [])),
    );
    expect(empty).toEqual([]);
  });

  it("calls no concept twice the same", () => {
    for (const [concept, terms] of Object.entries(thesaurus)) {
      const seen = termsOf(terms).map((words) => words.join(" "));
      expect([concept, seen.filter((term, at) => seen.indexOf(term) !== at)]).toEqual([concept, []]);
    }
  });

  it("names neighbours that exist, once a pair, less than the same", () => {
    const pairs = neighbours.map(([one, other]) => [one, other].toSorted().join(" ~ "));
    expect(new Set(pairs).size).toBe(pairs.length);
    for (const [one, other, strength] of neighbours) {
      expect([one in thesaurus, other in thesaurus, one === other]).toEqual([true, true, false]);
      expect(strength).toBeGreaterThan(0);
      expect(strength).toBeLessThan(1);
    }
  });

  it("lists as misleading only phrases that would mislead: a word alone belongs to its concept or to none", () => {
    expect(termsOf(misleading).filter((words) => words.length < 2)).toEqual([]);
  });
});
