import type { Question } from "./counting-models.ts";

/** A process that was killed, and what was stored right afterwards. */
export type Kill = {
  /** The `by` of its questions. */
  process: string;
  at: number;
  /** When what was stored had been looked up. */
  lookedAt: number;
  pictures: ReadonlySet<string>;
  documents: ReadonlySet<string>;
};

export type AskedAgain = {
  /** How many questions came after one about the same. */
  again: number;
  /** Those among them that no kill explains. */
  unexplained: Question[];
  /** Those about what had been stored. */
  thoughStored: Question[];
};

/**
 * Judges the questions of one kind. A second one about a thing is explained by nothing but the death of the process that had asked
 * the first, before its answer was stored.
 */
export function judgeAskedAgain(
  what: string,
  questions: readonly Question[],
  kills: readonly Kill[],
): AskedAgain {
  const storedAt = (kill: Kill, about: string) =>
    (what.endsWith("document") ? kill.documents : kill.pictures).has(about);
  const asked = Map.groupBy(
    questions.filter((question) => question.what === what).sort((one, other) => one.at - other.at),
    ({ about }) => about,
  );
  const pairs = [...asked.values()].flatMap((each) =>
    each.slice(1).map((second, nth) => ({ first: each[nth] as Question, second })),
  );
  const unexplained = pairs.filter(
    ({ first, second }) =>
      !kills.some(
        (kill) => kill.process === first.by && second.at >= kill.at && !storedAt(kill, second.about),
      ),
  );
  const thoughStored = pairs.filter(({ second }) =>
    kills.some((kill) => second.at > kill.lookedAt && storedAt(kill, second.about)),
  );
  return {
    again: pairs.length,
    unexplained: unexplained.map(({ second }) => second),
    thoughStored: thoughStored.map(({ second }) => second),
  };
}
