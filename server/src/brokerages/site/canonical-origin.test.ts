import { describe, expect, it } from "vitest";
import { canonicalOrigin } from "./canonical-origin.ts";

describe("canonicalOrigin", () => {
  const domains = ["localhost", "old.test", "new.test", "demo.localhost", "127.0.0.1", "[::1]"];

  it.each([
    ["https://new.test/welcome", "https://new.test"],
    ["http://www.NEW.test:8080", "https://www.new.test"],
    ["https://elsewhere.test", "https://old.test"],
    ["http://localhost:8000", "https://old.test"],
    ["http://demo.localhost", "https://old.test"],
    [null, "https://old.test"],
  ])("with the website %j is %j", (website, origin) => {
    expect(canonicalOrigin(website, domains)).toBe(origin);
  });

  it("is null with domains of this machine alone, and without any", () => {
    const loopback = ["localhost", "demo.localhost", "127.0.0.1", "[::1]"];
    expect(canonicalOrigin("http://localhost:8000", loopback)).toBeNull();
    expect(canonicalOrigin("https://new.test", [])).toBeNull();
  });
});
