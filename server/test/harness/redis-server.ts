import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { freePort } from "./run-lintel.ts";

/** Whether tests can have a Redis: `scripts/with-redis.sh` installs it. */
export const redisInstalled = isInstalled();

function isInstalled(): boolean {
  try {
    execFileSync("redis-server", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

export type RedisServer = {
  url: string;
  /** Ends it at once, as a crash does. */
  kill(): Promise<void>;
  /** Starts an empty one in the same place. */
  restart(): Promise<void>;
  /** It hangs: connections stay, nothing is answered. */
  pause(): void;
  resume(): void;
};

/** A Redis of one's own on a free port: nothing is kept on disk. */
export async function startRedis(...options: string[]): Promise<RedisServer> {
  const port = await freePort();
  let child = await launch(port, options);
  return {
    url: `redis://127.0.0.1:${port}`,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
    async restart() {
      child = await launch(port, options);
    },
    pause: () => void child.kill("SIGSTOP"),
    resume: () => void child.kill("SIGCONT"),
  };
}

async function launch(port: number, options: string[]): Promise<ChildProcess> {
  const settings = [
    "--port",
    String(port),
    "--bind",
    "127.0.0.1",
    "--save",
    "",
    "--appendonly",
    "no",
    ...options,
  ];
  const child = spawn("redis-server", settings, { stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of child.stdout.iterator({ destroyOnReturn: false })) {
    if (String(line).includes("Ready to accept connections")) break;
  }
  child.stdout.resume();
  return child;
}
