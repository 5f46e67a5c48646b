import { seeded } from "../synthetic-listings.ts";
import { type Answer, answerQueries, answers, type ReplyKind } from "./answer-queries.ts";
import { type QuerySpace, searchPath, type Width, widths } from "./queries.ts";

/** Requests of one kind: list searches of a width, or an answer beside the list. */
export type Workload = Width | Answer;

const workloads: readonly Workload[] = [...widths, ...answers];
const MIXED = ["10", "1,000", "60 %"] as const;

/** Paths of requests, endlessly, each different from the others; the same for the same seed. */
export function* workloadPaths(
  space: QuerySpace,
  workload: Workload,
  seed: number,
): Generator<string, never> {
  const random = seeded(seed * workloads.length + workloads.indexOf(workload));
  for (let nth = 0; ; nth++) {
    if (isAnswer(workload)) yield answerQueries[workload].path(space, random);
    else yield searchPath(space, workload === "mix" ? MIXED[nth % MIXED.length]! : workload, random);
  }
}

/** Seeds of paths. Each round of new requests has the next one. */
export const seeds = { repeated: 1, compared: 2, newSearches: 1000 };
/** "Repeated" searches are so many, over and over. */
export const REPEATED = 20;

export function firstPaths(space: QuerySpace, workload: Workload, seed: number, count: number): string[] {
  return workloadPaths(space, workload, seed).take(count).toArray();
}

export function replyOf(workload: Workload): ReplyKind {
  return isAnswer(workload) ? answerQueries[workload].reply : "page";
}

export function nameOf(workload: Workload): string {
  if (isAnswer(workload)) return answerQueries[workload].title;
  return workload === "mix" ? "a mix, a third of each" : `about ${workload} match`;
}

function isAnswer(workload: Workload): workload is Answer {
  return (answers as readonly string[]).includes(workload);
}
