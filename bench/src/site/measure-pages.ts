import { usageOfTree } from "../../../server/test/harness/process-tree.ts";
import type { Contender } from "../peers/contenders.ts";
import type { LoadGenerator, LoadResult } from "../peers/load-generator.ts";
import type { PageRequest } from "./page-requests.ts";

/** `repeated`: 20 requests over and over, which the page cache or the API's may answer; `new`: each differs from all before. */
export type Requests = "repeated" | "new";

export type PageRow = {
  name: string;
  requests: Requests;
  /** With all connections at once: how many a second. */
  busy: Slot[];
  /** With one connection: how long the server takes for one. */
  alone: Slot[];
};

export type Slot = LoadResult & { serverMs: number };

type Measurement = {
  lintel: Contender;
  generator: LoadGenerator;
  /** By what is measured; each yields requests that differ from all before, or has run out of them. */
  sources: Record<string, Iterator<PageRequest>>;
  seconds: number;
  rounds: number;
  connections: number;
};

const REPEATED = 20;
/** The requests that are prepared for a second: more than any server answers, so that connections never run out of them. */
const MOST_PER_SECOND = { page: 1500, api: 8000 };
const BROWSER = { "accept-encoding": "gzip, deflate, br, zstd", accept: "text/html,*/*;q=0.8" };

/** Each round measures pages and the API's replies one after the other, so that other work of the machine slows all of them alike. */
export async function measurePages(measurement: Measurement): Promise<PageRow[]> {
  const { lintel, generator, sources, seconds, rounds, connections } = measurement;
  const queues = new Map<Iterator<PageRequest>, PageRequest[]>();
  const turns = Object.entries(sources).flatMap(([name, source]) => {
    const repeated = take(source, REPEATED);
    return (["page", "api"] as const).flatMap((part) =>
      (["repeated", "new"] as const).map((requests) => ({
        part,
        source,
        repeated: repeated.map((each) => each[part]),
        row: {
          name: `${name}, ${part === "page" ? "page" : "API"}`,
          requests,
          busy: [],
          alone: [],
        } as PageRow,
      })),
    );
  });
  type Turn = (typeof turns)[number];
  const load = async ({ part, source, repeated, row }: Turn, concurrent: number): Promise<Slot> => {
    const isOnce = row.requests === "new";
    const most = MOST_PER_SECOND[part] * seconds;
    const queue = queues.get(source) ?? [];
    if (isOnce) queue.push(...take(source, most - queue.length));
    const before = usageOfTree(lintel.pid).processorMs;
    const result = await generator.run({
      ...{ origin: lintel.origin, headers: BROWSER, connections: concurrent, seconds, isOnce },
      paths: isOnce ? queue.slice(0, most).map((each) => each[part]) : repeated,
    });
    if (isOnce) queues.set(source, queue.slice(result.requests));
    return { ...result, serverMs: usageOfTree(lintel.pid).processorMs - before };
  };
  for (const turn of turns) await load(turn, connections);
  for (let round = 0; round < rounds; round++) {
    console.log(`Pages: round ${round + 1} of ${rounds}…`);
    for (let nth = 0; nth < turns.length; nth++) {
      const turn = turns[(nth + round) % turns.length]!;
      turn.row.busy.push(await load(turn, connections));
      turn.row.alone.push(await load(turn, 1));
    }
  }
  return turns.map(({ row }) => row);
}

/** Fewer when the source has run out. */
function take(source: Iterator<PageRequest>, count: number): PageRequest[] {
  const taken: PageRequest[] = [];
  while (taken.length < count) {
    const { done, value } = source.next();
    if (done) break;
    taken.push(value);
  }
  return taken;
}
