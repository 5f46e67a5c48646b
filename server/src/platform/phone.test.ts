import { describe, expect, it } from "vitest";
import { displayPhone, toE164 } from "./phone.ts";

describe("toE164", () => {
  it.each([
    ["+12085550100", "+12085550100"],
    ["+1 208 555 0100", "+12085550100"],
    ["(208) 555-0100", "+12085550100"],
    ["208.555.0100", "+12085550100"],
    ["1-208-555-0100", "+12085550100"],
    ["+44 20 7946 0958", "+442079460958"],
    ["+1 (555) 123-4567", "+15551234567"],
  ])("reads %s as %s", (text, expected) => expect(toE164(text)).toBe(expected));

  it.each([
    "",
    "abc",
    "12",
    "555-0100",
    "+999 123",
    "call 208 555 0100",
    "2085550100 ext. 5",
    "+1208555010012345",
  ])("takes %j for no number", (text) => expect(toE164(text)).toBe(null));
});

describe("displayPhone", () => {
  it.each([
    ["+12085550100", "(208) 555-0100"],
    ["+14165550100", "(416) 555-0100"],
    ["+442079460958", "+44 20 7946 0958"],
    ["not a number", "not a number"],
    [null, null],
  ])("shows %s as %s", (phone, expected) => expect(displayPhone(phone)).toBe(expected));
});
