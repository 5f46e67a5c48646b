import { describe, expect, it } from "vitest";
import { findRepeatedCalls, type Kill } from "./repeated-calls.ts";

const WHAT = "vector of a document";
const call = (at: number, by: string) => ({ what: WHAT, about: "7", at, by });
const kill = (process: string, at: number, documents: string[] = []): Kill => ({
  process,
  at,
  lookedAt: at + 1,
  pictures: new Set(["7"]),
  documents: new Set(documents),
});

describe("a repeated call about a subject", () => {
  it("is explained by the kill of the process that made the first call, before its answer was stored", () => {
    const calls = [call(10, "first"), call(30, "second")];
    expect(findRepeatedCalls(WHAT, calls, [kill("first", 20)])).toEqual({
      again: 1,
      unexplained: [],
      thoughStored: [],
    });
  });

  it("is not explained by another process's kill, a later kill, or a kill after the answer was stored", () => {
    const calls = [call(10, "first"), call(30, "second")];
    for (const kills of [[], [kill("second", 20)], [kill("first", 40)], [kill("first", 20, ["7"])]])
      expect(findRepeatedCalls(WHAT, calls, kills).unexplained).toEqual([calls[1]]);
    expect(findRepeatedCalls(WHAT, calls, [kill("third", 20, ["7"])]).thoughStored).toEqual([calls[1]]);
  });
});
