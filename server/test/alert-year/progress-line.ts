import { writeSync } from "node:fs";
import type { World } from "./world.ts";

const STDERR = 2;
const EVERY_MS = 60_000;

/** Says once a minute how far the simulation is. */
export class ProgressLine {
  readonly #world: World;
  readonly #began = performance.now();
  #shown = performance.now();

  constructor(world: World) {
    this.#world = world;
  }

  show(day: number): void {
    const now = performance.now();
    if (now - this.#shown < EVERY_MS) return;
    this.#shown = now;
    const { changes, mails, pushes, problems } = this.#world.report;
    const minutes = Math.round((now - this.#began) / 60_000);
    writeSync(
      STDERR,
      `${minutes} min: day ${Math.floor(day)}, ${changes} changes, ${mails} mails, ${pushes} pushes, ${problems.length} problems\n`,
    );
  }
}
