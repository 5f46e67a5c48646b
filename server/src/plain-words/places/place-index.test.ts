import { describe, expect, it } from "vitest";
import { PlaceIndex, placeIndex } from "./place-index.ts";

const NAMES = ["Meridian", "Coeur d'Alene", "Idaho", "Idaho Falls", "Marlow", "Harlow", "Marlon"];
const index = new PlaceIndex(NAMES);
const at = (...words: string[]) => index.at((nth) => words[nth])?.name;

describe("an index of names", () => {
  it("finds the longest name that begins with a word", () => {
    expect(at("idaho", "falls")).toBe("Idaho Falls");
    expect(at("idaho", "homes")).toBe("Idaho");
    expect(at("falls")).toBeUndefined();
  });

  it("finds the single name within the edit distance that the length allows", () => {
    expect(index.nearest(["meridain"])).toBe("Meridian");
    expect(index.nearest(["couer", "dalene"])).toBe("Coeur d'Alene");
    expect(index.nearest(["mexidxan"])).toBeUndefined();
  });

  it("finds none when two are equally close, for short words, or with another first letter", () => {
    expect(index.nearest(["marloq"])).toBeUndefined();
    expect(index.nearest(["idah"])).toBeUndefined();
    expect(index.nearest(["neridian"])).toBeUndefined();
  });

  it("is built once per array", () => {
    expect(placeIndex(NAMES)).toBe(placeIndex(NAMES));
    expect(placeIndex(["Ada County"]).at((nth) => ["ada"][nth])?.name).toBe("Ada County");
  });
});
