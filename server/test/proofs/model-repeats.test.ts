import { describe, expect, it } from "vitest";
import { evaluateRepeats, type Kill } from "./model-repeats.ts";

const WHAT = "vector of a document";
const request = (at: number, by: string) => ({ what: WHAT, about: "7", at, by });
const kill = (process: string, at: number, documents: string[] = []): Kill => ({
  process,
  at,
  lookedAt: at + 1,
  pictures: new Set(["7"]),
  documents: new Set(documents),
});

describe("a repeated model request", () => {
  it("is explained by the death of the process that sent the first one, when its result was not stored", () => {
    const requests = [request(10, "first"), request(30, "second")];
    expect(evaluateRepeats(WHAT, requests, [kill("first", 20)])).toEqual({
      again: 1,
      unexplained: [],
      thoughStored: [],
    });
  });

  it("is not explained without a kill, by one of another process, by a later one, or when the result was stored", () => {
    const requests = [request(10, "first"), request(30, "second")];
    for (const kills of [[], [kill("second", 20)], [kill("first", 40)], [kill("first", 20, ["7"])]])
      expect(evaluateRepeats(WHAT, requests, kills).unexplained).toEqual([requests[1]]);
    expect(evaluateRepeats(WHAT, requests, [kill("third", 20, ["7"])]).thoughStored).toEqual([requests[1]]);
  });
});
