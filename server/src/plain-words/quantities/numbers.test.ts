import { describe, expect, it } from "vitest";
import { tokenize } from "../tokens.ts";
import { numberAt } from "./numbers.ts";

const number = (text: string) => numberAt(tokenize(text), 0)?.value;

describe("the number at a token", () => {
  it.each<[string, number | undefined]>([
    ["1,200", 1_200],
    ["450k", 450_000],
    ["$", undefined],
    ["1.2m", 1_200_000],
    ["400 grand", 400_000],
    ["2 1/2 baths", 2.5],
    ["2½", 2.5],
    ["1/4 acre", 0.25],
    ["two and a half baths", 2.5],
    ["half a million", 500_000],
    ["a million and a half", 1_500_000],
    ["three quarters of an acre", 0.75],
    ["couple of acres", 2],
    ["twenty-five", 25],
    ["two hundred and fifty thousand", 250_000],
    ["fifteen hundred", 1_500],
    ["a house", undefined],
    ["hundred", undefined],
    ["and", undefined],
  ])("of %j is %j", (text, value) => {
    expect(number(text)).toBe(value);
  });

  it("is no million where meters are meant", () => {
    expect(numberAt(tokenize("200 m2"), 0)).toMatchObject({ value: 200, next: 1 });
  });
});
