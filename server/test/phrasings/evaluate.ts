import { type Denied, interpret } from "../../src/plain-words/index.ts";
import { KNOWN } from "./known-places.ts";
import type { Phrasing } from "./phrasings.ts";

/** What was found of what is meant, value by value: a wrong value is both a miss and a false one. */
export type Score = { rows: number; right: number; missed: number; false: number };

export type Evaluation = {
  phrasing: Phrasing;
  found: string[];
  missed: string[];
  false: string[];
  right: number;
};

export function evaluate(phrasing: Phrasing): Evaluation {
  const expected = valuesOf(phrasing);
  const { not, ...interpreted } = interpret(phrasing.query, KNOWN);
  const found = valuesOf({ ...interpreted, not: phrasing.not && deniedIn(not) });
  return {
    ...{ phrasing, found },
    missed: expected.filter((value) => !found.includes(value)),
    false: found.filter((value) => !expected.includes(value)),
    right: found.filter((value) => expected.includes(value)).length,
  };
}

const DENIED: Record<keyof Denied, string> = {
  ...{ cities: "city", counties: "county", zips: "zip" },
  ...{ property_types: "type", property_subtypes: "subtype" },
};

function deniedIn(not: Denied): string[] {
  return Object.entries(DENIED).flatMap(([name, word]) =>
    not[name as keyof Denied].map((value) => `${word} ${value}`),
  );
}

function valuesOf({
  filters,
  features,
  without,
  not,
}: Pick<Phrasing, "filters" | "features" | "without" | "not">): string[] {
  return [
    ...Object.entries(filters).map(([name, value]) => `${name} ${value}`),
    ...features.map((key) => `+${key}`),
    ...without.map((key) => `-${key}`),
    ...(not ?? []).map((each) => `not ${each}`),
  ];
}

export function scoreOf(judged: readonly Evaluation[]): Score {
  const score: Score = { rows: judged.length, right: 0, missed: 0, false: 0 };
  for (const each of judged) {
    score.right += each.right;
    score.missed += each.missed.length;
    score.false += each.false.length;
  }
  return score;
}

export const precisionOf = (score: Score) => score.right / Math.max(1, score.right + score.false);
export const recallOf = (score: Score) => score.right / Math.max(1, score.right + score.missed);

/** Filters of a trap that its words do not carry. */
export function wrongFilters({ phrasing, false: wrong }: Evaluation): string[] {
  return phrasing.isTrap ? wrong.filter((value) => !/^[+-]/.test(value)) : [];
}
