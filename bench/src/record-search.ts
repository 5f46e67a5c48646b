import { setImmediate } from "node:timers/promises";
import { builtinTextModel } from "../../server/src/models/builtin/builtin-text-model.ts";
import { modelId } from "../../server/src/models/text-model.ts";
import type { RecordVectorRow } from "../../server/src/record-search/page-of-vectors.sql.ts";
import { rankRecords } from "../../server/src/record-search/rank-records.ts";
import { rowsOf } from "../../server/src/record-search/record-vector-row.ts";
import { median } from "./quantile.ts";

const BIOS = [
  "Retired Army sergeant helping military families use their VA loan. PCS moves made easy.",
  "Urban loft specialist: high-rise living in the heart of the city, walkable to restaurants.",
  "Raised on a cattle ranch, I know acreage, horse property, water rights, wells and fences.",
  "Lakefront cabins in McCall, docks, boat slips and second homes on Payette Lake.",
];
const QUERIES = ["Smyth", "veterans", "condo downtown", "horse property with water rights", "jonathan 77"];

/** Speed of text embedding, and duration and event loop delay of a search over many agents. */
export async function benchRecordSearch(): Promise<void> {
  await embedFor("warming up", BIOS);
  console.log(`texts a second, short  ${await embedFor("short", BIOS)}`);
  const long = BIOS.map((_, nth) => Array.from({ length: 12 }, (_, at) => BIOS[(nth + at) % 4]).join(" "));
  console.log(`texts a second, long   ${await embedFor("long", long)} (150 words)`);
  for (const count of [5_000, 20_000]) {
    const rows = await agents(count);
    const bytes = rows.reduce((sum, { vector }) => sum + vector.length, 0) / count;
    const { median, longest } = await search(rows);
    console.log(
      `${count.toLocaleString("en")} agents (${Math.round(bytes)} bytes each): a search ${median.toFixed(0)} ms, ` +
        `longest turn ${longest.toFixed(1)} ms, without the reading`,
    );
  }
}

function* pagesOf(rows: RecordVectorRow[]): Generator<RecordVectorRow[]> {
  for (let at = 0; at < rows.length; at += 500) yield rows.slice(at, at + 500);
}

async function embedFor(label: string, texts: string[]): Promise<string> {
  const many = Array.from({ length: 8000 }, (_, at) => `${texts[at % texts.length]} ${label} ${at}`);
  const started = cpuMs();
  await builtinTextModel.embed(many);
  return Math.round((many.length / (cpuMs() - started)) * 1000).toLocaleString("en");
}

async function agents(count: number): Promise<RecordVectorRow[]> {
  const names = ["Ann Smith", "Jonathan Okafor", "Carla Lindqvist", "Dmitri Varela", "Elena Prescott"];
  const records = Array.from({ length: count }, (_, at) => ({
    kind: "agent" as const,
    id: at + 1,
    brokerageId: 1,
    text: `${names[at % 5]} ${at}\n${BIOS[at % 4]}${at % 3 === 0 ? ` ${BIOS.join(" ")}` : ""}`,
  }));
  const rows = await rowsOf(builtinTextModel, records);
  return rows.map((row) => ({ ...row, statement: [] })) as unknown as RecordVectorRow[];
}

async function search(rows: RecordVectorRow[]): Promise<{ median: number; longest: number }> {
  const times: number[] = [];
  let longest = 0;
  for (const query of [...QUERIES, ...QUERIES, ...QUERIES]) {
    const [vector] = (await builtinTextModel.embed([query])) as [Float32Array];
    const meant = new Map([[modelId(builtinTextModel), { vector, noise: builtinTextModel.noise }]]);
    let running = true;
    const watching = (async () => {
      while (running) {
        const before = cpuMs();
        await setImmediate();
        longest = Math.max(longest, cpuMs() - before);
      }
    })();
    const started = cpuMs();
    await rankRecords(pagesOf(rows), { name: query, text: query, meant, limit: 10 });
    times.push(cpuMs() - started);
    running = false;
    await watching;
  }
  return { median: median(times), longest };
}

/** Processor time of this thread only. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
