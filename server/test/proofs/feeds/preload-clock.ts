import { readFileSync } from "node:fs";
import { systemClock } from "../../../src/platform/clock.ts";

// Loaded before the server (`--import`): its clock is ahead by the milliseconds in a file, which the proof changes while it runs.
const file = process.env.CLOCK_AHEAD_FILE ?? "";
systemClock.now = () => new Date(Date.now() + Number(readFileSync(file, "utf8")));
