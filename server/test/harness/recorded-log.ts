import { Writable } from "node:stream";
import { createLog, type Log } from "../../src/platform/log.ts";

type Line = { level: number; msg: string; [field: string]: unknown };

/** A log from `info` upward, and its lines. */
export function recordedLog(): { lines: Line[]; log: Log } {
  const lines: Line[] = [];
  const stream = new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(String(line)));
      done();
    },
  });
  return { lines, log: createLog("info", stream) };
}
