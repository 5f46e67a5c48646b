import { describe, expect, it } from "vitest";
import { parseLegacyTime } from "./legacy-lead.ts";

const NOW = new Date("2026-06-15T12:00:00Z");
const WRONG = "created_at must be a day or a time such as 2024-03-01 or 2024-03-01T09:30:00Z";

describe("when a lead of other software was received", () => {
  it.each([
    ["2024-03-01", "2024-03-01T00:00:00.000Z"],
    ["2024-02-29", "2024-02-29T00:00:00.000Z"],
    ["2024-03-01 09:30", "2024-03-01T09:30:00.000Z"],
    ["2024-03-01 09:30:15", "2024-03-01T09:30:15.000Z"],
    ["2024-03-01T09:30:15Z", "2024-03-01T09:30:15.000Z"],
    ["2024-03-01t09:30:15z", "2024-03-01T09:30:15.000Z"],
    ["2024-03-01 09:30:15.123456 UTC", "2024-03-01T09:30:15.123Z"],
    ["2024-03-01 09:30:15+00", "2024-03-01T09:30:15.000Z"],
    ["2024-03-01T09:30:15-07:00", "2024-03-01T16:30:15.000Z"],
    ["2024-03-01T09:30:15+0530", "2024-03-01T04:00:15.000Z"],
    ["2026-06-15T12:00:00Z", "2026-06-15T12:00:00.000Z"],
  ])("%s is %s", (text, moment) => {
    expect(parseLegacyTime(text, NOW)).toEqual(new Date(moment));
  });

  it.each([
    "yesterday",
    "3/1/2024",
    "01.03.2024",
    "2024",
    "2024-3-1",
    "2024-13-01",
    "2024-02-30",
    "2023-02-29",
    "2024-03-01T25:00",
    "2024-03-01 09:61",
    "2024-03-01T09:30 PST",
    "2024-03-01T09:30:15+99:00",
    "45352",
    "2024-03-01 and more",
  ])("%s is no time", (text) => {
    expect(parseLegacyTime(text, NOW)).toBe(WRONG);
  });

  it("is not in the future", () => {
    expect(parseLegacyTime("2026-06-15T12:00:00.001Z", NOW)).toBe("created_at is in the future");
    expect(parseLegacyTime("2026-06-16", NOW)).toBe("created_at is in the future");
  });
});
