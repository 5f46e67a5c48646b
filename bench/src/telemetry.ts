import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import autocannon from "autocannon";
import { markdownTable } from "./markdown-table.ts";
import { median } from "./quantile.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PORT = 8473;
const SEARCH =
  "/api/properties?min_lat=43.5&max_lat=43.7&min_lng=-116.4&max_lng=-116.1&max_price=600000&min_beds=3";
const ROUNDS = 3;
const SECONDS = 4;

type Variant = { name: string; folder: string; settings: Record<string, string> };
type Figures = { startMs: number; search: number; detail: number; megabytes: number };

/**
 * Starts and requests a second of the demo without telemetry, with all traces and with every tenth; `--against FOLDER` adds another checkout
 * without telemetry. The collector is a server of this process that reads and forgets.
 */
export async function benchTelemetry(): Promise<void> {
  const { values } = parseArgs({ options: { against: { type: "string" } }, allowPositionals: true });
  const collector = createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(200).end());
  });
  await once(collector.listen(0, "127.0.0.1"), "listening");
  const on = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}` };
  const tenth = { OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.1" };
  const variants: Variant[] = [
    ...(values.against ? [{ name: "the other checkout", folder: values.against, settings: {} }] : []),
    { name: "off", folder: ROOT, settings: {} },
    { name: "on, every trace", folder: ROOT, settings: on },
    { name: "on, every tenth trace", folder: ROOT, settings: { ...on, ...tenth } },
  ];
  const dataDir = await mkdtemp(join(tmpdir(), "lintel-bench-"));
  const figures = new Map<Variant, Figures[]>(variants.map((variant) => [variant, []]));
  try {
    // The demo is made, and the code compiled, before anything is measured.
    for (const variant of variants) await measure(variant, dataDir, 1);
    for (let round = 0; round < ROUNDS; round++)
      for (const variant of variants) figures.get(variant)?.push(await measure(variant, dataDir, SECONDS));
  } finally {
    collector.close();
    collector.closeAllConnections();
    await rm(dataDir, { recursive: true, force: true });
  }
  const shown = (all: readonly Figures[], of: keyof Figures) =>
    Math.round(median(all.map((each) => each[of])));
  console.log(
    markdownTable(
      ["telemetry", "start, ms", "searches/s", "listings/s", "memory, MB"],
      [...figures].map(([{ name }, all]) => [
        name,
        ...(["startMs", "search", "detail", "megabytes"] as const).map((of) =>
          shown(all, of).toLocaleString("en"),
        ),
      ]),
    ),
  );
}

async function measure({ folder, settings }: Variant, dataDir: string, seconds: number): Promise<Figures> {
  const began = performance.now();
  const lintel = spawn(process.execPath, [join(folder, "server/src/main.ts"), "serve"], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(PORT),
      DATABASE_URL: "",
      LOG_LEVEL: "error",
      RATE_LIMITS: "off",
      ...settings,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(lintel, "exit");
  const first = await Promise.race([once(lintel.stdout, "data"), ended.then(() => null)]);
  if (first === null) throw new Error(`lintel serve ended with ${lintel.exitCode}`);
  const startMs = performance.now() - began;
  lintel.stdout.resume();
  try {
    const origin = `http://localhost:${PORT}`;
    const { items } = (await (await fetch(origin + SEARCH)).json()) as { items: { listing_id: string }[] };
    const detail = `/api/properties/${items[0]?.listing_id}`;
    const status = (await fetch(origin + detail)).status;
    if (status !== 200) throw new Error(`${detail} answered ${status}`);
    const load = async (path: string) =>
      (await autocannon({ url: origin + path, connections: 20, duration: seconds })).requests.average;
    const [search, listing] = [await load(SEARCH), await load(detail)];
    const metrics = await (await fetch(`${origin}/metrics`)).text();
    const bytes = Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]);
    return { startMs, search, detail: listing, megabytes: bytes / 1_048_576 };
  } finally {
    lintel.kill("SIGTERM");
    await ended;
  }
}
