import { createInterface } from "node:readline/promises";

/** Asks one question; resolves with the trimmed answer. */
export type Ask = (question: string) => Promise<string>;

/**
 * Runs a dialogue on the terminal.
 *
 * @returns what it returns, or null when the user ends it with Ctrl-C or Ctrl-D.
 */
export async function askOnTerminal<Result>(dialogue: (ask: Ask) => Promise<Result>): Promise<Result | null> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await dialogue(async (question) => (await terminal.question(question)).trim());
  } catch (error) {
    if ((error as Error).name !== "AbortError") throw error;
    process.stderr.write("\n");
    return null;
  } finally {
    terminal.close();
  }
}
