import { describe, expect, it } from "vitest";
import { roomOfThings } from "./rooms-of-things.ts";

const OUTSIDE = { exterior: 0.9, sky: 1 };

describe("the room that things are evidence of", () => {
  it.each([
    ["a toilet", { toilet: 0.9, sink: 0.9 }, {}, "bathroom"],
    ["an oven", { range: 0.8, chair: 0.9 }, {}, "kitchen"],
    ["a refrigerator beside a couch", { refrigerator: 0.9, couch: 0.6 }, {}, "kitchen"],
    ["a microwave and a sink", { microwave: 0.7, sink: 0.9 }, {}, "kitchen"],
    ["a bed and a television", { bed: 0.8, television: 0.95 }, {}, "bedroom"],
    ["a couch", { couch: 0.7 }, {}, "living_room"],
    ["a television alone", { television: 0.9, potted_plant: 0.9 }, {}, "living_room"],
    ["a car below the sky", { car: 0.9 }, OUTSIDE, "exterior"],
    ["a car without sky and plants", { car: 0.9 }, {}, "garage"],
    ["a sink alone", { sink: 0.9 }, {}, "bathroom"],
    ["a dining table", { dining_table: 0.8, chair: 0.9 }, {}, "other"],
  ])("is, by %s, as the rules say", (_, seen, looks, type) => {
    expect(roomOfThings(seen, looks)?.type).toBe(type);
  });

  it("is none without evidence: chairs and plants are in every room", () => {
    expect(roomOfThings({ chair: 0.9, potted_plant: 0.9, bench: 0.9 }, {})).toBeNull();
    expect(roomOfThings({}, OUTSIDE)).toBeNull();
  });

  it("is surer by two things than by one, and never certain", () => {
    const one = roomOfThings({ range: 0.6 }, {})?.confidence as number;
    const two = roomOfThings({ range: 0.6, refrigerator: 0.6 }, {})?.confidence as number;
    expect(two).toBeGreaterThan(one);
    expect(roomOfThings({ range: 1, refrigerator: 1 }, {})?.confidence).toBeLessThan(1);
  });

  it("follows the stronger evidence where things contradict each other", () => {
    expect(roomOfThings({ bed: 0.95, refrigerator: 0.5 }, {})?.type).toBe("bedroom");
    expect(roomOfThings({ bed: 0.5, refrigerator: 0.95 }, {})?.type).toBe("kitchen");
  });
});
