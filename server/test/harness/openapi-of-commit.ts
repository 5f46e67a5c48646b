import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { dereferenced } from "./dereferenced.ts";
import { freePort } from "./run-lintel.ts";

const START_MS = 120_000;

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Calls `work` with the OpenAPI documents of a commit and of the present tree, each from its running program, without references. */
export async function withDocuments<Result>(
  root: string,
  reference: string,
  work: (before: Json, after: Json) => Result,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "lintel-openapi-"));
  const checkout = join(folder, "before");
  try {
    execFileSync("git", ["worktree", "add", "--quiet", "--detach", checkout, reference], { cwd: root });
    await symlink(join(root, "node_modules"), join(checkout, "node_modules"));
    const before = await documentOf(checkout, join(folder, "before-data"));
    return work(before, await documentOf(root, join(folder, "after-data")));
  } finally {
    execFileSync("git", ["worktree", "remove", "--force", checkout], { cwd: root });
    await rm(folder, { recursive: true, force: true });
  }
}

async function documentOf(checkout: string, dataDir: string): Promise<Json> {
  const port = await freePort();
  const server = spawn(process.execPath, ["server/src/main.ts", "serve"], {
    cwd: checkout,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: String(port), DEMO: "false" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const exited = once(server, "exit");
  try {
    for (const until = Date.now() + START_MS; Date.now() < until; await delay(200)) {
      if (server.exitCode !== null)
        throw new Error(`The server of ${checkout} ended with ${server.exitCode}.`);
      const reply = await fetch(`http://127.0.0.1:${port}/openapi.json`).catch(() => null);
      if (reply?.ok) return dereferenced((await reply.json()) as object) as Json;
    }
    throw new Error(`The server of ${checkout} did not answer within ${START_MS / 1000} s.`);
  } finally {
    server.kill("SIGTERM");
    await exited;
  }
}
