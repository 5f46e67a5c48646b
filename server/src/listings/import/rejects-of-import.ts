import { createReadStream } from "node:fs";
import { openText } from "../../platform/text-files/open-text.ts";
import type { Reject } from "./reject.ts";
import { isRejectedRow } from "./rejected-row.ts";

/** The import that rejected a row: its source, and the path of its column map. */
export type RejectsOrigin = { source?: string; map?: string };

/** Most characters of a first line. */
const MAX_FIRST_LINE = 1_048_576;

/** A line of a rejects file (`RejectedRow`). It names its origin, so that a corrected file can be imported without options. */
export function rejectLine({ line, reasons, row, header }: Reject, origin: RejectsOrigin): string {
  const head = JSON.stringify({ line, reasons, ...origin, header });
  return `${head.slice(0, -1)},"row":${row}}\n`;
}

/** The origin that the first line of a rejects file names; null for other files. */
export async function readRejectsOrigin(file: string): Promise<RejectsOrigin | null> {
  const first = await firstLine(file).catch(() => {
    // The import reads the file again and reports the damage.
    return "";
  });
  const value = parseObject(first);
  if (!value || !isRejectedRow(value)) return null;
  const { source, map } = value;
  return {
    ...(typeof source === "string" ? { source } : {}),
    ...(typeof map === "string" ? { map } : {}),
  };
}

async function firstLine(file: string): Promise<string> {
  const stream = createReadStream(file, { highWaterMark: 64 * 1024 });
  let text = "";
  try {
    for await (const chunk of openText(stream)) {
      text = (text + chunk).trimStart();
      if (text.includes("\n") || text.length > MAX_FIRST_LINE || !/^(\{|$)/.test(text)) break;
    }
  } finally {
    stream.destroy();
  }
  return text.split("\n", 1)[0] ?? "";
}

function parseObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}
