import type { ModelRequest } from "./counting-models.ts";

/** A killed process, and what was stored right afterwards. */
export type Kill = {
  /** The `by` of its requests. */
  process: string;
  at: number;
  /** Time at which the stored results had been read. */
  lookedAt: number;
  pictures: ReadonlySet<string>;
  documents: ReadonlySet<string>;
};

export type Repeats = {
  /** Requests that repeat an earlier one. */
  again: number;
  /** Repeats that no kill explains. */
  unexplained: ModelRequest[];
  /** Repeats for which a result had been stored. */
  thoughStored: ModelRequest[];
};

/**
 * Evaluates the model requests of one kind. A repeat is explained only by the death of the process that sent the first request,
 * before its result was stored.
 */
export function evaluateRepeats(
  what: string,
  requests: readonly ModelRequest[],
  kills: readonly Kill[],
): Repeats {
  const storedAt = (kill: Kill, about: string) =>
    (what.endsWith("document") ? kill.documents : kill.pictures).has(about);
  const bySubject = Map.groupBy(
    requests.filter((request) => request.what === what).sort((one, other) => one.at - other.at),
    ({ about }) => about,
  );
  const pairs = [...bySubject.values()].flatMap((each) =>
    each.slice(1).map((second, nth) => ({ first: each[nth] as ModelRequest, second })),
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
