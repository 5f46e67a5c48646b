import { describe, expect, it } from "vitest";
import { NAME_MATCH, nameMatcher } from "./name-match.ts";

const match = (query: string, name: string) => nameMatcher(query)(name);

describe("nameMatcher", () => {
  it.each([
    ["john smith", "John Smith"],
    ["JOSÉ GARCÍA", "Jose Garcia"],
    ["oconnor", "O'Connor"],
    ["Smith, John", "John Smith"],
    ["mc donald", "McDonald"],
    ["the agency", "The Agency"],
  ])("knows %j for the very name %j", (query, name) => {
    expect(match(query, name)).toBe(1);
  });

  it.each([
    ["smith", "John Smith"],
    ["jo", "John Smith"],
    ["jo smi", "John Smith"],
    ["boise", "The Realty and Home Group of Boise"],
    ["va", "Valerie Holm"],
  ])("counts %j as naming %j: all of it is there, whole or begun", (query, name) => {
    expect(match(query, name)).toBeGreaterThanOrEqual(NAME_MATCH);
    expect(match(query, name)).toBeLessThan(1);
  });

  it.each([
    ["smyth", "John Smith"],
    ["jonh", "John Smith"],
    ["jonh smyth", "John Smith"],
    ["lidnqvits", "Hannah Lindqvist"],
    ["escobeda", "Nadine Escobedo"],
  ])("takes %j for a misspelt %j, which is less than naming it", (query, name) => {
    expect(match(query, name)).toBeGreaterThan(0.6);
    expect(match(query, name)).toBeLessThan(NAME_MATCH);
  });

  it.each([
    ["smith", "Hannah Lindqvist"],
    ["condo", "Ana Conde"],
    ["bob", "Rob Stone"],
    ["", "John Smith"],
    ["!!!", "John Smith"],
    ["john", ""],
  ])("finds nothing of %j in %j", (query, name) => {
    expect(match(query, name)).toBe(0);
  });

  it("orders: the name itself, a part of it, its beginning, a typo, half of what was asked", () => {
    const names = ["John Smith", "John Smith Realty", "John Smithers", "John Smath", "John Varela"];
    const scores = names.map(nameMatcher("john smith"));
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(new Set(scores).size).toBe(names.length);
  });

  it("is hardly held up by words that every name has", () => {
    expect(match("the lindqvist agency group", "Lindqvist Realty")).toBeGreaterThan(0.5);
    expect(match("realty group", "Lindqvist Realty")).toBeLessThan(0.5);
  });
});
