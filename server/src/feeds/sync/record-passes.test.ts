import { describe, expect, it } from "vitest";
import { recordPasses } from "./record-passes.ts";

const record = { OriginatingSystemName: "O'Hare and more", MlgCanView: true, BedroomsTotal: 3 };

describe("recordPasses", () => {
  it.each([
    ["OriginatingSystemName eq 'O''Hare and more'", true],
    ["OriginatingSystemName eq 'other'", false],
    ["(OriginatingSystemName eq 'O''Hare and more') and (MlgCanView eq true)", true],
    ["OriginatingSystemName eq 'O''Hare and more' and MlgCanView eq false", false],
    ["BedroomsTotal eq 3", true],
    ["BedroomsTotal eq 4", false],
    // A field that the record was not asked for.
    ["StandardStatus eq 'Active'", true],
    ["BedroomsTotal gt 4", true],
    ["OriginatingSystemName eq 'other' or MlgCanView eq true", true],
  ])("of %j is %j", (filter, passes) => {
    expect(recordPasses(filter, record)).toBe(passes);
  });
});
