import { describe, expect, it } from "vitest";
import { timeLeft } from "./terminal.ts";

describe("the time left of a progress bar", () => {
  it("is left out before a hundredth is done, from which it would be hours off", () => {
    expect(timeLeft({ done: 0, total: 520, seconds: 3 })).toBe("");
    expect(timeLeft({ done: 1, total: 3304, seconds: 1 })).toBe("");
  });

  it("is that of the rest at the rate until now", () => {
    expect(timeLeft({ done: 100, total: 300, seconds: 5 })).toBe("10 s left");
    expect(timeLeft({ done: 1, total: 100, seconds: 2 })).toBe("3 min 18 s left");
    expect(timeLeft({ done: 300, total: 300, seconds: 5 })).toBe("0 s left");
  });
});
