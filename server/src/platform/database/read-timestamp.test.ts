import pg from "pg";
import { describe, expect, it } from "vitest";
import { readTimestamp } from "./read-timestamp.ts";

const readByDriver = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ, "text");

describe("a timestamp", () => {
  it("is read to the millisecond, however many digits PostgreSQL has left of it", () => {
    for (let ms = 0; ms < 1000; ms++) {
      const iso = `2026-06-15T23:59:58.${String(ms).padStart(3, "0")}Z`;
      const written = `${iso.replace("T", " ").replace(/\.?0*Z$/, "")}+00`;
      expect([written, readTimestamp(written).toISOString()]).toEqual([written, iso]);
    }
  });

  it("drops microseconds", () => {
    expect(readTimestamp("2026-06-15 12:00:00.999999+00")).toEqual(new Date("2026-06-15T12:00:00.999Z"));
    expect(readTimestamp("2026-06-15 12:00:00.0005+00")).toEqual(new Date("2026-06-15T12:00:00.000Z"));
  });

  it.each([
    ["2024-02-29 00:00:00+00", "2024-02-29T00:00:00.000Z"],
    ["0099-12-31 23:59:59+00", "0099-12-31T23:59:59.000Z"],
    ["2026-06-15 12:00:00-06", "2026-06-15T18:00:00.000Z"],
    ["2026-06-15 12:00:00.5+05:45", "2026-06-15T06:15:00.500Z"],
    ["1883-11-18 12:00:00-07:44:49", "1883-11-18T19:44:49.000Z"],
    ["12026-06-15 12:00:00+00", "+012026-06-15T12:00:00.000Z"],
    ["0044-03-15 12:00:00+00 BC", "-000043-03-15T12:00:00.000Z"],
  ])("%s is %s", (text, iso) => {
    expect(readTimestamp(text).toISOString()).toBe(iso);
  });

  it.each(["infinity", "-infinity"])("leaves %s to the driver", (text) => {
    expect(readTimestamp(text)).toEqual(readByDriver(text));
  });
});
