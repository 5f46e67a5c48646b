import { describe, expect, it } from "vitest";
import { startOfDay } from "./start-of-day.ts";

describe("the start of a day", () => {
  it.each([
    ["UTC", "2026-06-15T12:00:00Z", "2026-06-15T00:00:00Z"],
    ["UTC", "2026-06-15T00:00:00Z", "2026-06-15T00:00:00Z"],
    ["UTC", "2026-06-15T23:59:59.999Z", "2026-06-15T00:00:00Z"],
    ["America/Boise", "2026-06-15T05:59:59Z", "2026-06-14T06:00:00Z"],
    ["America/Boise", "2026-06-15T06:00:00Z", "2026-06-15T06:00:00Z"],
    ["America/Boise", "2026-01-15T06:59:59Z", "2026-01-14T07:00:00Z"],
    ["Asia/Kathmandu", "2026-06-15T12:00:00Z", "2026-06-14T18:15:00Z"],
    ["Pacific/Kiritimati", "2026-06-15T09:59:59Z", "2026-06-14T10:00:00Z"],
    ["Pacific/Kiritimati", "2026-06-15T10:00:00Z", "2026-06-15T10:00:00Z"],
    ["Pacific/Niue", "2026-06-15T10:59:59Z", "2026-06-14T11:00:00Z"],
  ])("in %s at %s was %s", (zone, moment, start) => {
    expect(startOfDay(new Date(moment), zone)).toEqual(new Date(start));
  });

  it.each([
    ["clocks went forward in the night", "America/Boise", "2026-03-08T18:00:00Z", "2026-03-08T07:00:00Z"],
    ["clocks went back in the night", "America/Boise", "2026-11-01T18:00:00Z", "2026-11-01T06:00:00Z"],
    ["clocks skipped midnight", "Africa/Cairo", "2026-04-24T09:00:00Z", "2026-04-23T22:00:00Z"],
    ["clocks will skip the next midnight", "Africa/Cairo", "2026-04-23T21:59:59Z", "2026-04-22T22:00:00Z"],
    ["there were two midnights", "America/Havana", "2026-11-01T12:00:00Z", "2026-11-01T04:00:00Z"],
    ["between two midnights", "America/Havana", "2026-11-01T04:30:00Z", "2026-11-01T04:00:00Z"],
    ["the hour before midnight came twice", "Africa/Cairo", "2026-10-30T09:00:00Z", "2026-10-29T22:00:00Z"],
  ])("is right where %s", (_what, zone, moment, start) => {
    expect(startOfDay(new Date(moment), zone)).toEqual(new Date(start));
  });
});
