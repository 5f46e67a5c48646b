import { describe, expect, it } from "vitest";
import { ModelError } from "../models.ts";
import { readLabels } from "./read-labels.ts";

const labels = ["kitchen", "Living Room", "garage"];

describe("readLabels", () => {
  it.each([
    ['{"labels": [{"label": "kitchen", "confidence": 0.9}]}'],
    ['```json\n{"labels": [{"label": "Kitchen ", "confidence": 0.9}]}\n```'],
    ['Here you are: [{"label": "kitchen", "confidence": 0.9}] I hope it helps.'],
    ['{"kitchen": 0.9, "swimming pool": 1}'],
    ['{"labels": {"kitchen": "90%"}}'],
    ['{"labels": [{"label": "kitchen", "confidence": 90}, {"label": "sauna", "confidence": 1}, 7, null]}'],
  ])("reads %j: every label that was asked for, and no other", (answer) => {
    expect(readLabels(answer, labels)).toEqual([
      { label: "kitchen", confidence: 0.9 },
      { label: "Living Room", confidence: 0 },
      { label: "garage", confidence: 0 },
    ]);
  });

  it("answers the surest first, as they were written in the question, from 0 to 1", () => {
    const answer = '{"labels": {"LIVING ROOM": 0.5, "garage": true, "kitchen": -3}}';
    expect(readLabels(answer, labels)).toEqual([
      { label: "garage", confidence: 1 },
      { label: "Living Room", confidence: 0.5 },
      { label: "kitchen", confidence: 0 },
    ]);
    expect(readLabels('{"kitchen": 1e9, "garage": "sure"}', labels)[0]).toEqual({
      label: "kitchen",
      confidence: 1,
    });
  });

  it.each(["It is a kitchen.", "", "{kitchen}", '{"labels": 7}'])("refuses %j", (answer) => {
    expect(() => readLabels(answer, labels)).toThrow(ModelError);
  });
});
