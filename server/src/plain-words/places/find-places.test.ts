import { describe, expect, it } from "vitest";
import { KNOWN } from "../../../test/phrasings/known-places.ts";
import { tokenize } from "../tokens.ts";
import { findPlaces } from "./find-places.ts";
import { placeFilters } from "./place-filters.ts";

const places = (text: string) =>
  findPlaces(tokenize(text), KNOWN, new Set()).map(({ name, relation: meant }) => `${meant} ${name}`);
const claims = (text: string) => {
  const tokens = tokenize(text);
  return placeFilters(tokens, findPlaces(tokens, KNOWN, new Set()));
};
const filters = (text: string) => Object.assign({}, ...claims(text).map((claim) => claim.filters));

describe("the places of a query", () => {
  it.each<[string, string[]]>([
    ["homes in boise", ["in Boise"]],
    ["st. anthony", ["in St. Anthony"]],
    ["idaho falls, idaho", ["in Idaho Falls", "in ID"]],
    ["near boise or nampa", ["near Boise", "near Nampa"]],
    ["20 minutes from downtown boise", ["near Boise"]],
    ["boise or nearby", ["near Boise"]],
    ["not in boise", ["not Boise"]],
    ["anywhere but nampa", ["not Nampa"]],
    ["moving from boise to kuna", ["from Boise", "in Kuna"]],
    ["the boise river", ["no Boise"]],
    ["boise county", ["in Boise"]],
    ["county of ada", ["in Ada"]],
    ["near boise, id", ["near Boise", "near ID"]],
    ["boise or kuna", ["in Boise", "in Kuna"]],
    ["not in boise, nampa or kuna", ["not Boise", "not Nampa", "not Kuna"]],
    ["not nampa, kuna", ["not Nampa", "in Kuna"]],
    ["near boise, nampa and kuna", ["near Boise", "near Nampa", "near Kuna"]],
    ["boise, nampa or kuna area", ["near Boise", "near Nampa", "near Kuna"]],
    ["moving from boise to nampa or kuna", ["from Boise", "in Nampa", "in Kuna"]],
    ["not in boise but in kuna or nampa", ["not Boise", "in Kuna", "in Nampa"]],
  ])("%j: %j", (text, found) => {
    expect(places(text)).toEqual(found);
  });

  it.each(["meridain", "homes in Bosie", "Meridiann ID", "nampaa"])("are found misspelt in %j", (text) => {
    expect(places(text)).not.toEqual([]);
  });

  it.each([
    ...[
      "a wiser choice",
      "salon",
      "the mountain home of our dreams",
      "mountain homes",
      "5 star hotel",
      "we hope so",
    ],
    ...["reach for it", "a meridan of sorts here", "energy star rated", "ok so me or her"],
    ...["salmon fishing cabin", "a touch of hope", "full of hope"],
  ])("are not made of %j", (text) => {
    expect(places(text)).toEqual([]);
  });

  it("are filters only when homes must be in exactly that place", () => {
    expect(filters("boise county")).toEqual({ county: "Boise" });
    expect(filters("meridian, not nampa")).toEqual({ city: "Meridian" });
    expect(filters("boise and kuna")).toEqual({ city: ["Boise", "Kuna"] });
    expect(filters("boise, id or kuna")).toEqual({ city: ["Boise", "Kuna"], state: "ID" });
    expect(filters("boise with a drive to the kuna store, nampa")).toEqual({});
    expect(filters("near boise")).toEqual({});
    expect(filters("eagle near boise in ada county")).toEqual({ city: "Eagle", county: "Ada" });
  });
});
