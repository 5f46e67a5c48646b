import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  type CompiledPostgres,
  type ServedFolder,
  serveFolder,
} from "../../src/platform/database/embedded/serve-folder.ts";
import type { HostAnswer, HostQuestion } from "./embedded-host.ts";

/*
 * Embedded databases of one test worker after the other, in one process: PostgreSQL is compiled once, and what V8 has made fast
 * stays fast. The product has a process for its one database (platform/database/embedded).
 */
const WASM = fileURLToPath(new URL("./pglite.wasm", import.meta.resolve("@electric-sql/pglite")));
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: { compile(bytes: Buffer): Promise<CompiledPostgres> };
};
const compiled = WebAssembly.compile(readFileSync(WASM));
const open = new Map<string, ServedFolder>();

process.on("SIGINT", () => {});
process.once("disconnect", () => process.exit(0));
process.on("message", async (question: HostQuestion) => {
  const { socketPath } = question;
  const failure = await answer(question).catch((error: unknown) => String(error));
  // The process that sent the request may have ended.
  process.send?.({ socketPath, failure: failure ?? null } satisfies HostAnswer, () => {});
});

async function answer({ ask, dataDir, socketPath }: HostQuestion): Promise<void> {
  if (ask === "open") {
    open.set(socketPath, await serveFolder(dataDir, socketPath, { wasm: await compiled }));
    return;
  }
  await open.get(socketPath)?.close();
  open.delete(socketPath);
}
