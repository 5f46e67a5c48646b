import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleTracker } from "../../../../client/scripts/bundle.ts";
import { removeFolder } from "../../harness/remove-folder.ts";
import { startWebServer } from "../../harness/web-server.ts";

export type Website = { url: string; close(): Promise<void> };

/** A brokerage's website with the current build of the tracker. */
export async function openWebsite(apiUrl: string): Promise<Website> {
  const folder = await mkdtemp(join(tmpdir(), "lintel-website-"));
  await bundleTracker(`${folder}/`);
  const tracker = await readFile(join(folder, "tracker.js"));
  await removeFolder(folder);
  const server = await startWebServer((request, response) => {
    const isScript = request.url === "/tracker.js";
    response.writeHead(200, { "content-type": isScript ? "text/javascript" : "text/html; charset=utf-8" });
    response.end(isScript ? tracker : pageFor(apiUrl));
  });
  return { url: `http://localhost:${server.port}/`, close: server.close };
}

/** Long enough to be scrolled; the script of the visits drives it. */
const pageFor = (apiUrl: string) => `<!doctype html><title>Homes</title><body style="height: 3000px">
<script type="module">
  import { createFavorites, createTracker } from "/tracker.js";
  window.lost = [];
  window.tracker = createTracker({ baseUrl: "${apiUrl}", onLost: (each) => window.lost.push(each) });
  window.favorites = createFavorites({ baseUrl: "${apiUrl}", tracker });
</script>`;
