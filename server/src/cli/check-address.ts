import { once } from "node:events";
import { createServer } from "node:net";
import { type Config, StartError } from "../platform/config/config.ts";
import { findRunningServer } from "../platform/control/control-client.ts";
import { invocation } from "./invocation.ts";

/**
 * Checks that the server will be able to listen, before a database or a key is made.
 *
 * @throws StartError with one line that says what to do.
 */
export async function checkAddress(config: Config): Promise<void> {
  const probe = createServer();
  try {
    probe.listen({ host: config.host, port: config.port });
    await once(probe, "listening");
  } catch (error) {
    if (!config.databaseUrl) {
      const server = await findRunningServer(config.dataDir);
      if (server) throw alreadyRunning(config, server.pid);
    }
    throw listenError(error, config);
  } finally {
    probe.close();
  }
}

export function alreadyRunning({ dataDir }: Config, pid: number): StartError {
  return new StartError(
    `Lintel is already running on ${dataDir} (process ${pid}). Stop it, or set DATA_DIR to another folder.`,
  );
}

/** What an operator is told of a port or host that cannot be listened on; anything else as it is. */
export function listenError(error: unknown, { host, port }: Pick<Config, "host" | "port">): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  const { settingsFile } = invocation();
  const setting = (free: number) =>
    settingsFile === null ? `PORT=${free} npm start` : `PORT=${free} in ${settingsFile}`;
  if (code === "EADDRINUSE") {
    return new StartError(`Port ${port} is in use. Choose another: ${setting(port + 1)}`, {
      cause: error,
    });
  }
  if (code === "EACCES" && port < 1024) {
    return new StartError(`Port ${port} is for the root user alone. Choose another: ${setting(8000)}`, {
      cause: error,
    });
  }
  if (syscall === "listen" || syscall === "bind" || syscall === "getaddrinfo") {
    return new StartError(
      `Cannot listen on ${host}:${port} (${code}): HOST must be an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them.`,
      { cause: error },
    );
  }
  return error;
}
