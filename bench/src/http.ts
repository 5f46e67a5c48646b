import { once } from "node:events";
import { createServer } from "node:http";
import autocannon from "autocannon";
import { startLintel } from "./started-lintel.ts";

const PORT = 8471;
const PATH =
  "/api/properties?min_lat=43.5&max_lat=43.7&min_lng=-116.4&max_lng=-116.1&max_price=600000&min_beds=3";

/** The demo's listing pages over HTTP, compared with a server that only sends the same bytes. */
export async function benchHttp(): Promise<void> {
  const lintel = await startLintel(PORT);
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
    await lintel.stop();
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
