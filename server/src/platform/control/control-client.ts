import { readFile } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { StartError } from "../config/config.ts";
import { AppError } from "../errors.ts";
import type { ControlLine } from "./control-server.ts";

export type RunningServer = { pid: number; socket: string };

/** The running server that has this data folder open; null when none responds. */
export async function findRunningServer(dataDir: string): Promise<RunningServer | null> {
  const text = await readFile(join(dataDir, "server.json"), "utf8").catch(() => null);
  if (text === null) return null;
  const server = JSON.parse(text) as RunningServer;
  return (await answers(server.socket)) ? server : null;
}

function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket);
    connection.once("connect", () => {
      connection.destroy();
      resolve(true);
    });
    connection.once("error", () => resolve(false));
  });
}

/**
 * Runs a command in the running server and forwards its progress.
 *
 * @throws AppError as the command threw it.
 */
export async function runOnServer(
  server: RunningServer,
  command: { name: string; input: unknown },
  report: (progress: unknown) => void,
  signal: AbortSignal,
): Promise<unknown> {
  const outgoing = request({ socketPath: server.socket, path: `/${command.name}`, method: "POST" });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once("response", resolve);
    outgoing.once("error", reject);
  });
  // The request stays open: ending it stops the command, whose result is still sent.
  outgoing.write(`${JSON.stringify(command.input)}\n`);
  signal.addEventListener("abort", () => outgoing.end());
  try {
    const reply = await answered;
    if (reply.statusCode === 404)
      throw new StartError(
        "The running server is of another version of Lintel and does not have this command. Restart it, or stop it first.",
      );
    for await (const text of createInterface({ input: reply })) {
      const line = JSON.parse(text) as ControlLine;
      if ("progress" in line) report(line.progress);
      else if ("result" in line) return line.result;
      else throw new AppError(line.error.code, line.error.detail);
    }
  } catch (error) {
    if (error instanceof AppError || error instanceof StartError) throw error;
    throw new StartError("The running server ended before the command was done; see its log.", {
      cause: error,
    });
  } finally {
    outgoing.destroy();
  }
  throw new StartError("The running server ended before the command was done; see its log.");
}
