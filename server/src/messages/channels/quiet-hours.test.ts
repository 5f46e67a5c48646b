import { describe, expect, it } from "vitest";
import { quietUntil } from "./quiet-hours.ts";

const at = (time: string) => new Date(time);
const until = (time: string, timeZone: string, start = "21:00", end = "08:00") =>
  quietUntil(at(time), { start, end, timeZone })?.toISOString() ?? null;

describe("quietUntil", () => {
  it("is from the first minute up to the last, over midnight", () => {
    // Boise is six hours behind in summer.
    expect(until("2026-07-01T02:59:59.999Z", "America/Boise")).toBeNull();
    expect(until("2026-07-01T03:00:00Z", "America/Boise")).toBe("2026-07-01T14:00:00.000Z");
    expect(until("2026-07-01T13:59:59.999Z", "America/Boise")).toBe("2026-07-01T14:00:00.000Z");
    expect(until("2026-07-01T14:00:00Z", "America/Boise")).toBeNull();
  });

  it("is within a day where it ends later than it starts", () => {
    expect(until("2026-07-01T10:29:00Z", "Asia/Kolkata", "16:00", "18:00")).toBeNull();
    expect(until("2026-07-01T10:30:00Z", "Asia/Kolkata", "16:00", "18:00")).toBe("2026-07-01T12:30:00.000Z");
    expect(until("2026-07-01T12:30:00Z", "Asia/Kolkata", "16:00", "18:00")).toBeNull();
  });

  it("is never where it starts when it ends", () => {
    expect(until("2026-07-01T08:00:00Z", "UTC", "08:00", "08:00")).toBeNull();
    expect(until("2026-07-01T00:00:00Z", "UTC", "00:00", "00:00")).toBeNull();
  });

  it("is an hour shorter in the night in which the clock is put forward, and longer when it is put back", () => {
    expect(until("2026-03-08T04:00:00Z", "America/Boise")).toBe("2026-03-08T14:00:00.000Z");
    expect(until("2026-11-01T03:00:00Z", "America/Boise")).toBe("2026-11-01T15:00:00.000Z");
    expect(until("2026-03-28T20:00:00Z", "Europe/Berlin")).toBe("2026-03-29T06:00:00.000Z");
    expect(until("2026-10-24T19:00:00Z", "Europe/Berlin")).toBe("2026-10-25T07:00:00.000Z");
    // Lord Howe Island changes by half an hour.
    expect(until("2026-04-04T10:00:00Z", "Australia/Lord_Howe")).toBe("2026-04-04T21:30:00.000Z");
    expect(until("2026-10-03T10:30:00Z", "Australia/Lord_Howe")).toBe("2026-10-03T21:00:00.000Z");
  });

  it("ends when the clock jumps over its end", () => {
    // 01:59 is followed by 03:00, at 09:00 UTC.
    expect(until("2026-03-08T08:00:00Z", "America/Boise", "00:30", "02:30")).toBe("2026-03-08T09:00:00.000Z");
  });

  it("is not at all where the clock jumps over the whole of it", () => {
    expect(until("2026-03-08T08:59:00Z", "America/Boise", "02:00", "03:00")).toBeNull();
    expect(until("2026-03-08T09:00:00Z", "America/Boise", "02:00", "03:00")).toBeNull();
  });

  it("is twice where its hour comes twice", () => {
    // 01:00 to 02:00 comes at 07:00 UTC, and again at 08:00.
    const inBoise = (time: string) => until(time, "America/Boise", "00:00", "01:30");
    expect(inBoise("2026-11-01T06:30:00Z")).toBe("2026-11-01T07:30:00.000Z");
    expect(inBoise("2026-11-01T07:45:00Z")).toBeNull();
    expect(inBoise("2026-11-01T08:10:00Z")).toBe("2026-11-01T08:30:00.000Z");
    expect(inBoise("2026-11-01T08:30:00Z")).toBeNull();
  });

  const zones = [
    "America/Boise",
    "Europe/Berlin",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "Pacific/Auckland",
  ];
  const windows = [
    ["21:00", "08:00"],
    ["02:15", "02:45"],
    ["01:30", "01:00"],
    ["00:00", "02:30"],
  ] as const;
  it.each(zones)(
    "in %s is over at its end and not a minute before, all year, by what Intl says of the time",
    (zone) => {
      const clock = new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit" });
      const wrong: unknown[] = [];
      for (const [start, end] of windows) {
        const isQuiet = (time: number) => {
          const wall = clock.format(time);
          return start < end ? start <= wall && wall < end : start <= wall || wall < end;
        };
        const first = Date.parse("2026-01-01T00:00:00Z");
        // Every 97 minutes: each minute of the hour comes up, at every time of the day.
        for (let time = first; time < first + 366 * 86_400_000; time += 97 * 60_000) {
          const found = quietUntil(new Date(time), { start, end, timeZone: zone })?.getTime() ?? null;
          const isRight =
            found === null ? !isQuiet(time) : isQuiet(time) && !isQuiet(found) && isQuiet(found - 60_000);
          if (!isRight) wrong.push([new Date(time).toISOString(), start, end, found]);
        }
      }
      expect(wrong).toEqual([]);
    },
  );
});
