import { rmSync } from "node:fs";
import { createServer } from "node:net";
import { workerData } from "node:worker_threads";

/*
 * Answers whoever connects, also while the process's main thread is busy with a long query: so that its parent can tell a
 * database that works from a process that is stopped.
 */
const path = workerData as string;
rmSync(path, { force: true });
const server = createServer((socket) => {
  // Whoever asked may be gone already.
  socket.on("error", () => socket.destroy());
  socket.end("1");
});
server.listen(path);
