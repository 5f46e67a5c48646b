import { describe, expect, it } from "vitest";
import { complaintAboutFilter } from "./check-filter.ts";

describe("complaintAboutFilter", () => {
  it.each([
    "",
    "City eq 'Boise'",
    "City eq 'Coeur d''Alene'",
    "City eq ')('",
    "(A eq 1) or ((B eq 2) and C eq '(')",
    "Features/any(f: f eq 'Pool')",
  ])("accepts %j", (filter) => {
    expect(complaintAboutFilter(filter)).toBe(null);
  });

  it.each([
    ["City eq 'Boise", /quote/],
    ["'''", /quote/],
    ["A eq 1)", /not open/],
    [")(", /not open/],
    ["((A eq 1)", /not closed/],
    ["(A eq ')'", /not closed/],
  ])("refuses %j", (filter, complaint) => {
    expect(complaintAboutFilter(filter)).toMatch(complaint);
  });
});
