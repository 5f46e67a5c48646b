import { rmSync } from "node:fs";
import { createServer } from "node:net";
import { workerData } from "node:worker_threads";

/*
 * Accepts connections even while the main thread is busy with a long query, so that the parent can distinguish a
 * working database from a stopped process.
 */
const path = workerData as string;
rmSync(path, { force: true });
const server = createServer((socket) => {
  // The client may have disconnected.
  socket.on("error", () => socket.destroy());
  socket.end("1");
});
server.listen(path);
