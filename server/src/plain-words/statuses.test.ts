import { describe, expect, it } from "vitest";
import { findStatuses } from "./statuses.ts";
import { tokenize } from "./tokens.ts";

const status = (text: string) =>
  findStatuses(tokenize(text), new Set()).flatMap(({ filters }) => filters?.status ?? []);

describe("the status that a query asks for", () => {
  it.each([
    ["recently sold homes", "Sold"],
    ["coming soon in eagle", "Coming Soon"],
    ["active under contract", "Active Under Contract"],
    ["pending", "Pending"],
    ["active listings", "Active"],
    ["active", "Active"],
    ["condos still available", "Active"],
  ])("of %j is %s", (text, found) => {
    expect(status(text)).toEqual([found]);
  });

  it.each([
    ["sold or pending", ["Sold", "Pending"]],
    ["active and pending homes", ["Active", "Pending"]],
  ])("of %j is one of several", (text, found) => {
    expect([...new Set(status(text))]).toEqual(found);
  });

  it.each([
    "sold as is",
    "not sold",
    "active adult",
    "active family",
    "homes for sale",
    "an available lot",
    "under contract",
  ])("is not read in %j", (text) => {
    expect(status(text)).toEqual([]);
  });
});
