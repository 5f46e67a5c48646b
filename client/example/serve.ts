import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { bundleTracker, DIST } from "../scripts/bundle.ts";

// `npm run example`: serves the example on http://localhost:8080, for the demo of `npm start` on port 8000.
const port = Number(process.env.EXAMPLE_PORT ?? 8080);
const here = (name: string) => new URL(name, import.meta.url);
const pages: Record<string, { file: URL | string; type: string }> = {
  "/": { file: here("index.html"), type: "text/html; charset=utf-8" },
  "/example.js": { file: here("example.js"), type: "text/javascript" },
  "/example.css": { file: here("example.css"), type: "text/css" },
  "/lintel/tracker.js": { file: `${DIST}tracker.js`, type: "text/javascript" },
};

await bundleTracker();
createServer(async (request, response) => {
  const { pathname } = new URL(request.url ?? "/", "http://localhost");
  // Target of the links in emails.
  const page = pages[pathname === "/favorites/verify" ? "/" : pathname];
  if (!page) return void response.writeHead(404).end();
  response.writeHead(200, { "content-type": page.type }).end(await readFile(page.file));
}).listen(port, "127.0.0.1", () => {
  process.stdout.write(`The example is at http://localhost:${port} (Lintel: npm start)\n`);
});
