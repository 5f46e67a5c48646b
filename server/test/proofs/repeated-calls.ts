import type { ModelCall } from "./counting-models.ts";

/** A process that was killed, and the answers that were stored right afterwards. */
export type Kill = {
  /** The `by` of its calls. */
  process: string;
  at: number;
  /** When the stored answers had been read. */
  lookedAt: number;
  pictures: ReadonlySet<string>;
  documents: ReadonlySet<string>;
};

export type RepeatedCalls = {
  /** The count of calls that repeat an earlier one about the same subject. */
  again: number;
  /** Those that no kill explains. */
  unexplained: ModelCall[];
  /** Those about subjects whose answers had been stored. */
  thoughStored: ModelCall[];
};

/**
 * The repeated calls of one kind. A second call about a subject is explained only by the kill of the process that made the
 * first one, before its answer was stored.
 */
export function findRepeatedCalls(
  what: string,
  calls: readonly ModelCall[],
  kills: readonly Kill[],
): RepeatedCalls {
  const storedAt = (kill: Kill, about: string) =>
    (what.endsWith("document") ? kill.documents : kill.pictures).has(about);
  const bySubject = Map.groupBy(
    calls.filter((call) => call.what === what).sort((one, other) => one.at - other.at),
    ({ about }) => about,
  );
  const pairs = [...bySubject.values()].flatMap((each) =>
    each.slice(1).map((second, nth) => ({ first: each[nth] as ModelCall, second })),
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
