import { expect, it } from "vitest";
import { PriorityLock } from "./priority-lock.ts";

it("runs one task at a time, urgent ones first, and goes on after one that fails", async () => {
  const lock = new PriorityLock();
  const order: string[] = [];
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  let running = 0;
  const task = (name: string, work?: Promise<void>) => async () => {
    expect(++running).toBe(1);
    await work;
    order.push(name);
    running--;
    if (name === "failing") throw new Error(name);
  };
  const all = [
    lock.run(false, task("first", opened)),
    lock.run(false, task("second")),
    lock.run(false, task("failing")),
    lock.run(true, task("urgent")),
    lock.run(false, task("last")),
  ];
  open();
  const settled = await Promise.allSettled(all);
  expect(order).toEqual(["first", "urgent", "second", "failing", "last"]);
  expect(settled.map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "rejected",
    "fulfilled",
    "fulfilled",
  ]);
});
