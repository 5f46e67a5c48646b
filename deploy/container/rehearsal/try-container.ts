import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { freePort } from "../../../server/test/harness/run-lintel.ts";
import type { BuiltImage } from "./build-image.ts";
import { startInRoot } from "./clean-root.ts";
import type { ImageConfig } from "./read-dockerfile.ts";

export type Container = {
  port: number;
  /** From the start of the process to the first 200 of /health/ready. */
  readySeconds: number;
  dataDir: string;
  /** The status of a path, and the first line of what came. */
  get(path: string): Promise<{ status: number; type: string; bytes: number }>;
  /** The exit status of HEALTHCHECK. */
  checkHealth(): Promise<number>;
  /** Sends the image's STOPSIGNAL. */
  stop(): Promise<{ status: number | null; seconds: number }>;
};

/** Runs the image's ENTRYPOINT with these arguments until /health/ready answers 200. */
export async function startContainer(
  { root, env }: BuiltImage,
  config: ImageConfig,
  { work, args, settings }: { work: string; args: string[]; settings: Record<string, string> },
): Promise<Container> {
  const port = await freePort();
  const dataDir = volumeIn(work, config.user);
  const options = {
    user: config.user,
    env: { ...env, ...settings, PORT: String(port) },
    mounts: [{ folder: dataDir, path: config.volumes[0] as string }],
  };
  const started = performance.now();
  const child = startInRoot(root, [...config.entrypoint, ...args], options);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes) => (output += bytes));
  const ended = once(child, "close");
  const request = (path: string) => ask(port, path);
  while ((await request("/health/ready").catch(() => null))?.status !== 200) {
    if (child.exitCode !== null) throw new Error(`The container ended:\n${output}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return {
    port,
    readySeconds: (performance.now() - started) / 1000,
    dataDir,
    get: request,
    async checkHealth() {
      const [status] = await once(startInRoot(root, config.healthCheck, options), "close");
      return status as number;
    },
    async stop() {
      const stopped = performance.now();
      child.kill(config.stopSignal as NodeJS.Signals);
      const [status] = await ended;
      return { status: status as number | null, seconds: (performance.now() - stopped) / 1000 };
    },
  };
}

/** Runs a command of the image to its end, and returns what it printed. */
export async function runContainer(
  { root, env }: BuiltImage,
  config: ImageConfig,
  { work, args, settings }: { work: string; args: string[]; settings: Record<string, string> },
): Promise<string> {
  const dataDir = volumeIn(work, config.user);
  const child = startInRoot(root, [...config.entrypoint, ...args], {
    user: config.user,
    env: { ...env, ...settings },
    mounts: [{ folder: dataDir, path: config.volumes[0] as string }],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes) => (output += bytes));
  const [status] = await once(child, "close");
  rmSync(dataDir, { recursive: true });
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}:\n${output}`);
  return output.trim();
}

/** A new volume has the mode and the owner that the image's folder has. */
function volumeIn(work: string, user: string): string {
  const folder = mkdtempSync(join(work, "volume-"));
  execFileSync("chown", [user, folder]);
  return folder;
}

function ask(port: number, path: string): Promise<{ status: number; type: string; bytes: number }> {
  return new Promise((resolve, reject) => {
    get({ port, path, host: "127.0.0.1", headers: { host: `localhost:${port}` } }, (reply) => {
      let bytes = 0;
      reply.on("data", (chunk: Buffer) => (bytes += chunk.length));
      reply.on("end", () =>
        resolve({ status: reply.statusCode as number, type: reply.headers["content-type"] ?? "", bytes }),
      );
    }).on("error", reject);
  });
}
