import { AppError } from "../../platform/errors.ts";

/** Also the limit of a record in a JSON document. */
export const MAX_LINE_LENGTH = 8 * 1_048_576;

export type JsonLine = { line: number; text: string };

/**
 * The lines of a text, numbered from 1.
 *
 * @throws AppError 400 for a line over 8 MB.
 */
export async function* jsonLines(text: AsyncIterable<string>): AsyncGenerator<JsonLine[]> {
  let line = 0;
  let pending = "";
  for await (const chunk of text) {
    const lines = (pending + chunk).split("\n");
    pending = lines.pop() as string;
    yield lines.map((text) => ({ line: ++line, text }));
    if (pending.length > MAX_LINE_LENGTH) {
      throw new AppError("bad_request", `Line ${line + 1} is longer than 8 MB: send one JSON object a line`);
    }
  }
  yield [{ line: line + 1, text: pending }];
}
