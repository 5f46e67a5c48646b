import { setImmediate as turnOfLoop } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { RunAlone } from "./run-alone.ts";

describe("RunAlone", () => {
  it("runs work beside other work, and work alone when what runs has ended and before what comes later", async () => {
    const gate = new RunAlone();
    const running: string[] = [];
    const ends = new Map<string, () => void>();
    const work = (name: string) => () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      running.push(name);
      ends.set(name, resolve);
      return promise.finally(() => running.splice(running.indexOf(name), 1));
    };
    const step = async (ended?: string) => {
      ends.get(ended ?? "")?.();
      await turnOfLoop();
      return running.join(" ");
    };
    const all = [
      gate.beside(work("a")),
      gate.beside(work("b")),
      gate.alone(work("first alone")),
      gate.alone(work("second alone")),
      gate.beside(work("c")),
      gate.beside(work("d")),
    ];
    expect(await step()).toBe("a b");
    expect(await step("a")).toBe("b");
    expect(await step("b")).toBe("first alone");
    expect(await step("first alone")).toBe("second alone");
    expect(await step("second alone")).toBe("c d");
    expect(await step("c")).toBe("d");
    expect(await step("d")).toBe("");
    await Promise.all(all);
  });

  it("goes on after work that fails", async () => {
    const gate = new RunAlone();
    const fail = () => Promise.reject(new Error("it failed"));
    await expect(gate.beside(fail)).rejects.toThrow("it failed");
    await expect(gate.alone(fail)).rejects.toThrow("it failed");
    expect(await gate.beside(async () => "next")).toBe("next");
  });
});
