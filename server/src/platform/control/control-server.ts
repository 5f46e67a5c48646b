import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { AppError, type ErrorCode } from "../errors.ts";
import type { Log } from "../log.ts";

/** A command that the running server executes for a CLI process. */
export type ControlCommand = (
  input: unknown,
  report: (progress: unknown) => void,
  signal: AbortSignal,
) => Promise<unknown>;

/**
 * Only one process can open the embedded database, so commands that are started beside a running server are executed
 * by it, over a unix socket that only this user can open. `DATA_DIR/server.json` names the socket.
 */
export async function startControlServer(options: {
  dataDir: string;
  socketFolder: string;
  commands: Record<string, ControlCommand>;
  log: Log;
}): Promise<{ stop: () => void }> {
  const socket = join(options.socketFolder, "control.sock");
  const notice = join(options.dataDir, "server.json");
  // A request is open as long as its command runs: Node ends those of five minutes.
  const server = createServer({ requestTimeout: 0 }, (request, response) => {
    answer(request, response, options.commands).catch((error: unknown) => {
      options.log.error({ err: error }, "control command failed");
      response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(socket, resolve);
  });
  chmodSync(socket, 0o600);
  writeFileSync(notice, JSON.stringify({ pid: process.pid, socket }), { mode: 0o600 });
  return {
    stop() {
      rmSync(notice, { force: true });
      server.close();
      server.closeAllConnections();
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  commands: Record<string, ControlCommand>,
): Promise<void> {
  const name = request.url?.slice(1) ?? "";
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) return void response.writeHead(404).end();

  const stopped = new AbortController();
  response.once("close", () => stopped.abort());
  const send = (line: ControlLine) => response.write(`${JSON.stringify(line)}\n`);
  const input: unknown = JSON.parse(await firstLine(request));
  // The client keeps its request open; ending it stops the command, and the result is still sent.
  request.once("end", () => stopped.abort());
  request.resume();
  response.writeHead(200, { "content-type": "application/x-ndjson" });
  try {
    send({ result: await command(input, (progress) => send({ progress }), stopped.signal) });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    send({ error: { code: error.code, detail: error.message } });
  }
  response.end();
}

async function firstLine(request: IncomingMessage): Promise<string> {
  let received = "";
  for await (const bytes of request.iterator({ destroyOnReturn: false })) {
    received += bytes;
    const end = received.indexOf("\n");
    if (end !== -1) return received.slice(0, end);
  }
  return received;
}

/** Lines of a response: any number of progress reports, then a result or an error. */
export type ControlLine =
  | { progress: unknown }
  | { result: unknown }
  | { error: { code: ErrorCode; detail: string } };
