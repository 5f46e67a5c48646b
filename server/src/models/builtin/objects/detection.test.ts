import { describe, expect, it } from "vitest";
import { vocabulary } from "../../vocabulary/photo-attributes/index.ts";
import { thingsAmong } from "./detection.ts";
import { BACKBONE_CHANNELS } from "./detector-model.ts";
import { BACKBONE_DIMENSIONS, projectBackbone } from "./project-backbone.ts";
import { seeable } from "./seen.ts";
import { confidenceOf, things } from "./things.ts";

const [PERSON, CAR, BED, CAT, TRUCK] = [0, 2, 59, 15, 7];
const row = (box: number[], score: number, cocoClass: number) => [...box, score, cocoClass];
const found = (...rows: number[][]) => thingsAmong(Float32Array.from(rows.flat()));

describe("the things among detections", () => {
  it("are those of the table from its least scores on, the surest first", () => {
    const things = found(
      row([0, 0, 50, 50], 0.4, CAR),
      row([0, 0, 200, 200], 0.6, BED),
      row([300, 0, 400, 90], 0.2, BED),
    );
    expect(things.map(({ key }) => key)).toEqual(["bed", "car"]);
  });

  it("are never people or animals, and never a class that does not exist", () => {
    expect(
      found(row([0, 0, 99, 99], 0.9, PERSON), row([0, 0, 99, 99], 0.9, CAT), row([0, 0, 9, 9], 1, 999)),
    ).toEqual([]);
    expect(found(row([0, 0, 99, 99], Number.NaN, BED))).toEqual([]);
  });

  it("are each found once: boxes that overlap, or lie in one another, are one thing", () => {
    const one = row([0, 0, 200, 200], 0.7, BED);
    expect(found(one, row([10, 10, 205, 205], 0.5, BED))).toHaveLength(1);
    expect(found(one, row([50, 50, 100, 100], 0.5, BED))).toHaveLength(1);
    expect(found(one, row([250, 0, 450, 200], 0.5, BED))).toHaveLength(2);
    expect(found(row([0, 0, 200, 200], 0.7, CAR), row([5, 5, 200, 200], 0.6, TRUCK))).toHaveLength(1);
  });
});

describe("the table of things", () => {
  it("names attributes of the vocabulary, each class once", () => {
    for (const key of seeable) expect(vocabulary).toHaveProperty(key);
    const classes = things.flatMap((thing) => thing.classes);
    expect(new Set(classes).size).toBe(classes.length);
  });

  it("gives a confidence that rises with the score", () => {
    const confidences = [0.25, 0.3, 0.4, 0.5, 0.7, 1].map(confidenceOf);
    expect(confidences).toEqual(confidences.toSorted((a, b) => a - b));
    expect(confidences[0]).toBeGreaterThan(0.4);
    expect(confidences.at(-1)).toBeLessThan(1);
  });
});

describe("the projection of the backbone's features", () => {
  const activations = (seed: number) =>
    Float32Array.from({ length: BACKBONE_CHANNELS * 4 }, (_, at) => Math.sin(at * seed));

  it("has length 1, and is the same each time", () => {
    const projected = projectBackbone(activations(1.3));
    expect(projected).toHaveLength(BACKBONE_DIMENSIONS);
    expect(Math.hypot(...projected)).toBeCloseTo(1, 5);
    expect(projectBackbone(activations(1.3))).toEqual(projected);
    expect(projectBackbone(activations(1.7))).not.toEqual(projected);
  });

  it("is zeros where there is nothing to project", () => {
    for (const nothing of [
      new Float32Array(BACKBONE_CHANNELS),
      new Float32Array(BACKBONE_CHANNELS).fill(Number.NaN),
    ])
      expect(projectBackbone(nothing)).toEqual(new Float32Array(BACKBONE_DIMENSIONS));
  });
});
