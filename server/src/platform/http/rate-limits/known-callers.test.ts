import { describe, expect, it } from "vitest";
import { AppError } from "../../errors.ts";
import { KnownCallers } from "./known-callers.ts";

const unanswered = async () => {
  throw new AppError("unavailable", "The database cannot be reached at the moment");
};

describe("KnownCallers", () => {
  it("keeps the limits of a caller that was verified within the hour while the database does not answer", async () => {
    const callers = new KnownCallers();
    const website = { key: "key 7", isAtConsole: false, limits: {}, forwardsVisitors: true };
    const headers = { "x-api-key": "the key of a website" };
    callers.remember(headers, website);
    expect(await callers.find(headers, unanswered)).toEqual(website);
    expect(await callers.find({ "x-api-key": "another" }, unanswered)).toBe(null);
  });

  it("forgets a caller whose credentials are refused", async () => {
    const callers = new KnownCallers();
    const headers = { "x-api-key": "a revoked key" };
    callers.remember(headers, { key: "key 7", isAtConsole: false, limits: {}, forwardsVisitors: true });
    expect(await callers.find(headers, async () => null)).toBe(null);
    expect(await callers.find(headers, unanswered)).toBe(null);
  });
});
