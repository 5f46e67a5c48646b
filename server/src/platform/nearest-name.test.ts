import { describe, expect, it } from "vitest";
import { nearestName } from "./nearest-name.ts";

const known = ["first_name", "last_name", "min_beds"];

describe("nearestName", () => {
  it.each([
    ["frist_name", "first_name"],
    ["firstName", "first_name"],
    ["first name", "first_name"],
    ["beds_min", "min_beds"],
    ["lastname", "last_name"],
    ["postcode", null],
    ["min_bedsrooms_of_all", "min_beds"],
    ["", null],
  ])("is for %j: %j", (name, nearest) => {
    expect(nearestName(name, known)).toBe(nearest);
  });

  it("is null where nothing is known", () => {
    expect(nearestName("first_name", [])).toBeNull();
  });
});
