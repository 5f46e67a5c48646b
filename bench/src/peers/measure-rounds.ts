import { usageOfTree } from "../../../server/test/harness/process-tree.ts";
import type { Contender } from "./contenders.ts";
import type { LoadGenerator, LoadResult } from "./load-generator.ts";
import { type QuerySpace, REPEATED, seeds, type Width, widths } from "./queries.ts";

/** `repeated`: the same searches over and over, which a reply cache may answer; `new`: each differs from all before. */
export type Searches = "repeated" | "new";

export type Slot = LoadResult & { serverMs: number; databaseMs: number };

/** What was measured of one contender: a slot a round, by width. */
export type Row = { name: string; searches: Searches; isCeiling: boolean; slots: Map<Width, Slot[]> };

type Measurement = {
  contenders: readonly Contender[];
  /** Knows the repeated searches alone. */
  ceiling: Contender;
  generator: LoadGenerator;
  space: QuerySpace;
  /** The first process of PostgreSQL; null when it is on another machine. */
  postmaster: number | null;
  seconds: number;
  rounds: number;
  connections: number;
  onRound?: (nth: number) => void;
};

const WARM_UP_SECONDS = 0.5;

/** Every contender has its turn in each round at each width, so that what else the machine does meets all of them. */
export async function measureRounds(measurement: Measurement): Promise<Row[]> {
  const { contenders, ceiling, rounds, onRound } = measurement;
  const turns = contenders.flatMap((contender) => {
    const isCeiling = contender === ceiling;
    const kinds: Searches[] = isCeiling ? ["repeated"] : ["repeated", "new"];
    return kinds.map((searches) => ({
      contender,
      row: { name: contender.name, searches, isCeiling, slots: new Map<Width, Slot[]>() } as Row,
    }));
  });
  for (const { contender, row } of turns) {
    for (const width of widths) await loadSlot(measurement, contender, row.searches, width, null);
  }
  for (let round = 0; round < rounds; round++) {
    onRound?.(round + 1);
    for (const width of widths) {
      for (let nth = 0; nth < turns.length; nth++) {
        const { contender, row } = turns[(nth + round) % turns.length]!;
        const slot = await loadSlot(measurement, contender, row.searches, width, round);
        row.slots.set(width, [...(row.slots.get(width) ?? []), slot]);
      }
    }
  }
  return turns.map(({ row }) => row);
}

/** `round`: null to warm up. */
async function loadSlot(
  { generator, space, postmaster, seconds, connections }: Measurement,
  contender: Contender,
  searches: Searches,
  width: Width,
  round: number | null,
): Promise<Slot> {
  const used = () => ({
    server: usageOfTree(contender.pid).processorMs,
    database: postmaster === null ? 0 : usageOfTree(postmaster).processorMs,
  });
  const before = used();
  const result = await generator.run({
    origin: contender.origin,
    space,
    width,
    seed: searches === "repeated" ? seeds.repeated : seeds.newSearches + (round ?? -1),
    repeated: searches === "repeated" ? REPEATED : null,
    connections,
    seconds: round === null ? Math.min(WARM_UP_SECONDS, seconds) : seconds,
  });
  const after = used();
  return { ...result, serverMs: after.server - before.server, databaseMs: after.database - before.database };
}
