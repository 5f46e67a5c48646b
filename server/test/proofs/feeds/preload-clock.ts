import { readFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import workerThreads, { type WorkerOptions } from "node:worker_threads";
import { systemClock } from "../../../src/platform/clock.ts";

// Loaded before the server (`--import`): its clock is ahead by the milliseconds in a file, which the proof changes while it runs.
const file = process.env.CLOCK_AHEAD_FILE ?? "";
systemClock.now = () => new Date(Date.now() + Number(readFileSync(file, "utf8")));

// Its threads load it too.
const { Worker } = workerThreads;
workerThreads.Worker = class extends Worker {
  constructor(name: string | URL, options: WorkerOptions = {}) {
    super(name, { ...options, execArgv: [...(options.execArgv ?? []), "--import", import.meta.url] });
  }
};
syncBuiltinESMExports();
