import { describe, expect, it } from "vitest";
import { KNOWN } from "../../../test/phrasings/known-places.ts";
import { interpret } from "../interpret.ts";
import type { KnownPlaces } from "../interpretation.ts";

const known: KnownPlaces = {
  ...KNOWN,
  cities: [...KNOWN.cities, "Texas City", "New York", "Washington", "Kansas City"],
};
const filtersOf = (query: string, places = known) => {
  const { city, state } = interpret(query, places).filters;
  return { ...(city !== undefined && { city }), ...(state !== undefined && { state }) };
};

describe("names of states beside names of cities", () => {
  it.each([
    ["Texas with a pool", { state: "TX" }],
    ["house in Texas with a pool", { state: "TX" }],
    ["2 bed home Idaho under 300k", { state: "ID" }],
    ["house in Texas City", { city: "Texas City" }],
    ["house in Kansas City", { city: "Kansas City" }],
  ])("%s: no typo is corrected across a state's name or into a stop word", (query, expected) => {
    expect(filtersOf(query)).toEqual(expected);
  });

  it.each([
    ["homes in New York", { state: "NY" }],
    ["3 bed in Washington", { state: "WA" }],
    ["Washington state cabin", { state: "WA" }],
    ["New York City condo", { city: "New York" }],
    ["New York, NY", { city: "New York", state: "NY" }],
    ["Washington, DC condo", { city: "Washington" }],
    ["Washington UT homes", { city: "Washington", state: "UT" }],
  ])("%s: New York and Washington are states unless a city or a state follows", (query, expected) => {
    expect(filtersOf(query)).toEqual(expected);
    expect(interpret(query, known).text).not.toMatch(/city|dc/i);
  });

  it("Washington is the city where listings have it, and none is in the state", () => {
    expect(filtersOf("3 bed in Washington", { ...known, hasState: () => false })).toEqual({
      city: "Washington",
    });
  });

  it.each([
    ["home in florda", { state: "FL" }],
    ["florda", { state: "FL" }],
    ["house in californa under 500k", { state: "CA" }],
    ["cabin montanna", { state: "MT" }],
    ["house in new yrok", { state: "NY" }],
  ])("%s: a misspelled state is corrected", (query, expected) => {
    expect(filtersOf(query)).toEqual(expected);
  });

  it.each([
    "New York style loft",
    "homes in Virginia Beach",
    "near Washington Elementary",
    "house with a montage wall",
    "calm main floor",
  ])("%s: a name of something else is no state", (query) => {
    expect(filtersOf(query, KNOWN)).toEqual({});
  });
});
