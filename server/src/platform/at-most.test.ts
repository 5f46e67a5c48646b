import { describe, expect, it } from "vitest";
import { atMost } from "./at-most.ts";

/** Work that ends when it is told to. */
function piece() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { ended, end };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("atMost", () => {
  it("lets no more go on at once, first come first served, and answers what the work answers", async () => {
    const inTurn = atMost(2);
    const pieces = Array.from({ length: 4 }, piece);
    const started: number[] = [];
    const results = pieces.map(({ ended }, i) =>
      inTurn(async () => {
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
    const inTurn = atMost(1);
    const failing = inTurn(() => Promise.reject(new Error("broken")));
    const next = inTurn(async () => "done");
    await expect(failing).rejects.toThrow("broken");
    expect(await next).toBe("done");
    expect(await inTurn(async () => "again")).toBe("again");
  });
});
