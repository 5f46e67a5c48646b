import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import autocannon from "autocannon";

const MAIN = fileURLToPath(new URL("../../server/src/main.ts", import.meta.url));
const PORT = 8471;
const PATH =
  "/api/properties?min_lat=43.5&max_lat=43.7&min_lng=-116.4&max_lng=-116.1&max_price=600000&min_beds=3";

/** The demo's listing pages over HTTP, compared with a server that only sends the same bytes. */
export async function benchHttp(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "lintel-bench-"));
  const lintel = spawn(process.execPath, [MAIN, "serve"], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(PORT),
      DATABASE_URL: "",
      LOG_LEVEL: "error",
      RATE_LIMITS: "off",
    },
    stdio: ["ignore", "pipe", "ignore"],
  });
  await once(lintel.stdout, "data");
  lintel.stdout.resume();
  try {
    const url = `http://localhost:${PORT}${PATH}`;
    const body = await (await fetch(url)).text();
    await load(url, 3);
    console.log(
      `A box search of the demo, 20 of ${(JSON.parse(body) as { total: number }).total} listings, ${body.length} bytes`,
    );
    report("Lintel", await load(url, 10));
    const bare = createServer((_request, response) => {
      response.writeHead(200, { "content-type": "application/json; charset=utf-8" }).end(body);
    });
    await once(bare.listen(PORT + 1, "127.0.0.1"), "listening");
    report("bare node:http", await load(`http://127.0.0.1:${PORT + 1}/`, 10));
    bare.close();
    bare.closeAllConnections();
  } finally {
    lintel.kill("SIGTERM");
    await once(lintel, "exit");
    await rm(dataDir, { recursive: true, force: true });
  }
}

function load(url: string, seconds: number): Promise<autocannon.Result> {
  return autocannon({ url, connections: 20, duration: seconds });
}

function report(name: string, result: autocannon.Result): void {
  const { requests, latency, non2xx } = result;
  console.log(
    `  ${name.padEnd(15)} ${Math.round(requests.average).toLocaleString("en")} requests/s  ` +
      `p50 ${latency.p50} ms  p99 ${latency.p99} ms  ${non2xx} errors`,
  );
}
