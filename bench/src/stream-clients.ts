import { connect } from "node:net";
import { parentPort, workerData } from "node:worker_threads";
import { cookieOfKey } from "../../server/test/harness/key-session.ts";

// The clients of `live-streams.ts`, in a thread of their own: open streams, and report the bytes that each has received.
const { port, keys, perKey } = workerData as { port: number; keys: string[]; perKey: number };

let events = 0;
let open = 0;
for (const key of keys) {
  const cookie = await cookieOfKey(`http://localhost:${port}`, key);
  for (let nth = 0; nth < perKey; nth++) {
    const socket = connect(port, "127.0.0.1");
    socket.write(`GET /api/v1/admin/stream HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`);
    socket.on("data", (bytes) => {
      const text = bytes.toString("latin1");
      if (text.includes(": connected")) open++;
      for (let at = text.indexOf("event: "); at !== -1; at = text.indexOf("event: ", at + 1)) events++;
    });
  }
}
parentPort?.on("message", () => parentPort?.postMessage({ open, events }));
