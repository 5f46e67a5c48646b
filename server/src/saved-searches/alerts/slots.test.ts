import { describe, expect, it } from "vitest";
import { nextSlot } from "./slots.ts";

const slot = (frequency: "daily" | "weekly", zone: string, after: string) =>
  nextSlot(frequency, zone, new Date(after)).toISOString();

describe("nextSlot", () => {
  it("is 8:00 in the client's zone, on the day itself only before it", () => {
    expect(slot("daily", "America/Boise", "2026-06-15T13:59:59.999Z")).toBe("2026-06-15T14:00:00.000Z");
    expect(slot("daily", "America/Boise", "2026-06-15T14:00:00Z")).toBe("2026-06-16T14:00:00.000Z");
    expect(slot("daily", "Asia/Kathmandu", "2026-06-15T00:00:00Z")).toBe("2026-06-15T02:15:00.000Z");
  });

  it("is 8:00 on the days on which the clock changes", () => {
    // 8 March and 1 November 2026 in America, 29 March and 25 October in Europe.
    expect(slot("daily", "America/New_York", "2026-03-07T13:00:00Z")).toBe("2026-03-08T12:00:00.000Z");
    expect(slot("daily", "America/New_York", "2026-10-31T12:00:00Z")).toBe("2026-11-01T13:00:00.000Z");
    expect(slot("daily", "Europe/Berlin", "2026-03-28T08:00:00Z")).toBe("2026-03-29T06:00:00.000Z");
    expect(slot("daily", "Europe/Berlin", "2026-10-24T07:00:00Z")).toBe("2026-10-25T07:00:00.000Z");
  });

  it("is one slot each day of a year, in every kind of zone", () => {
    for (const zone of ["America/Boise", "Europe/London", "Australia/Lord_Howe", "Pacific/Apia", "UTC"]) {
      let after = new Date("2026-01-01T12:00:00Z");
      for (let day = 0; day < 366; day++) {
        const next = nextSlot("daily", zone, after);
        const hours = (next.getTime() - after.getTime()) / 3_600_000;
        if (day > 0) expect(hours, `${zone} ${next.toISOString()}`).toBeGreaterThanOrEqual(23);
        expect(hours).toBeLessThanOrEqual(25);
        const local = next.toLocaleString("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit" });
        expect(local).toBe("08:00");
        after = next;
      }
    }
  });

  it("is the next Saturday at 8:00 for weekly alerts", () => {
    expect(slot("weekly", "America/Boise", "2026-06-15T12:00:00Z")).toBe("2026-06-20T14:00:00.000Z");
    expect(slot("weekly", "America/Boise", "2026-06-20T13:59:00Z")).toBe("2026-06-20T14:00:00.000Z");
    expect(slot("weekly", "America/Boise", "2026-06-20T14:00:00Z")).toBe("2026-06-27T14:00:00.000Z");
    expect(slot("weekly", "Pacific/Auckland", "2026-06-19T19:00:00Z")).toBe("2026-06-19T20:00:00.000Z");
  });
});
