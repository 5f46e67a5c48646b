import { describe, expect, it } from "vitest";
import { findRepeatedCalls, type Kill } from "./repeated-calls.ts";

const WHAT = "vector of a document";
const question = (at: number, by: string) => ({ what: WHAT, about: "7", at, by });
const kill = (process: string, at: number, documents: string[] = []): Kill => ({
  process,
  at,
  lookedAt: at + 1,
  pictures: new Set(["7"]),
  documents: new Set(documents),
});

describe("a second question about a thing", () => {
  it("is explained by the death of who had asked the first, while its answer was not stored", () => {
    const questions = [question(10, "first"), question(30, "second")];
    expect(findRepeatedCalls(WHAT, questions, [kill("first", 20)])).toEqual({
      again: 1,
      unexplained: [],
      thoughStored: [],
    });
  });

  it("is explained by nothing else: no kill, another's, a later one, or an answer that was stored", () => {
    const questions = [question(10, "first"), question(30, "second")];
    for (const kills of [[], [kill("second", 20)], [kill("first", 40)], [kill("first", 20, ["7"])]])
      expect(findRepeatedCalls(WHAT, questions, kills).unexplained).toEqual([questions[1]]);
    expect(findRepeatedCalls(WHAT, questions, [kill("third", 20, ["7"])]).thoughStored).toEqual([
      questions[1],
    ]);
  });
});
