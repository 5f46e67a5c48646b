import { describe, expect, it } from "vitest";
import { Gate } from "./gate.ts";

/** Work that ends when it is told to. */
function piece() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { ended, end };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("Gate", () => {
  it("lets no more go on at once, first come first served, and answers what the work answers", async () => {
    const gate = new Gate(2);
    const pieces = Array.from({ length: 4 }, piece);
    const started: number[] = [];
    const results = pieces.map(({ ended }, i) =>
      gate.run(async () => {
        started.push(i);
        await ended;
        return i;
      }),
    );
    await turn();
    expect(started).toEqual([0, 1]);
    pieces[1]!.end();
    await turn();
    expect(started).toEqual([0, 1, 2]);
    for (const { end } of pieces) end();
    expect(await Promise.all(results)).toEqual([0, 1, 2, 3]);
  });

  it("gives the place of work that fails to the next", async () => {
    const gate = new Gate(1);
    const failing = gate.run(() => Promise.reject(new Error("broken")));
    const next = gate.run(async () => "done");
    await expect(failing).rejects.toThrow("broken");
    expect(await next).toBe("done");
    expect(await gate.run(async () => "again")).toBe("again");
  });
});
