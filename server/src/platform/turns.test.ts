import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { turns } from "./turns.ts";

describe("turns", () => {
  it("come one after another, in the order in which they got in line", async () => {
    const take = turns();
    const seen: string[] = [];
    const work = async (name: string) => {
      const turn = take();
      await turn.come();
      seen.push(`${name} comes`);
      await delay(2);
      seen.push(`${name} leaves`);
      turn.leave();
    };
    await Promise.all(["a", "b", "c"].map(work));
    expect(seen).toEqual(["a comes", "a leaves", "b comes", "b leaves", "c comes", "c leaves"]);
  });

  it("pass by who has left the line before its head, and who never got in", async () => {
    const take = turns();
    const [first, second, third, never] = [take(), take(), take(), take()];
    await first.come();
    let came = false;
    void second.come();
    const comes = third.come().then(() => {
      came = true;
    });
    second.leave();
    never.leave();
    await delay(2);
    expect(came).toBe(false);
    first.leave();
    await comes;
    expect(came).toBe(true);
  });

  it("are one place, however often somebody comes", async () => {
    const turn = turns()();
    await turn.come();
    await turn.come();
  });
});
