import type { Clock } from "../../src/platform/clock.ts";

/** Time that stands still until a test moves it. */
export class FakeClock implements Clock {
  #now: number;

  constructor(start: string) {
    this.#now = Date.parse(start);
  }

  now(): Date {
    return new Date(this.#now);
  }

  advance(milliseconds: number): void {
    this.#now += milliseconds;
  }

  set(time: string): void {
    this.#now = Date.parse(time);
  }
}
