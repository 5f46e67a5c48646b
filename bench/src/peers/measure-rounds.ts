import { usageOfTree } from "../../../server/test/harness/process-tree.ts";
import type { Contender } from "./contenders.ts";
import type { LoadGenerator, LoadResult } from "./load-generator.ts";
import type { QuerySpace } from "./queries.ts";
import { REPEATED, seeds, type Workload } from "./workloads.ts";

/** `repeated`: the same requests over and over, which a reply cache may answer; `new`: each differs from all before. */
export type Searches = "repeated" | "new";

export type Slot = LoadResult & { serverMs: number; databaseMs: number };

/** What was measured of one contender: a slot a round, by workload. */
export type Row = { name: string; searches: Searches; isCeiling: boolean; slots: Map<Workload, Slot[]> };

/** Who is measured with what. */
export type Entry = { contender: Contender; searches: Searches; isCeiling?: true };

type Measurement = {
  entries: readonly Entry[];
  workloads: readonly Workload[];
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

/**
 * Every contender has its turn in each round at each of its workloads, so that what else the machine does meets all of them. Contenders
 * that answer none of the workloads have no row.
 */
export async function measureRounds(measurement: Measurement): Promise<Row[]> {
  const { entries, workloads, rounds, onRound } = measurement;
  const turns = entries.map(({ contender, searches, isCeiling = false }) => ({
    contender,
    row: { name: contender.name, searches, isCeiling, slots: new Map<Workload, Slot[]>() } as Row,
  }));
  const turnsOf = (workload: Workload) =>
    turns.filter(({ contender }) => contender.workloads.includes(workload));
  for (const workload of workloads) {
    for (const { contender, row } of turnsOf(workload))
      await loadSlot(measurement, contender, row.searches, workload, null);
  }
  for (let round = 0; round < rounds; round++) {
    onRound?.(round + 1);
    for (const workload of workloads) {
      const able = turnsOf(workload);
      for (let nth = 0; nth < able.length; nth++) {
        const { contender, row } = able[(nth + round) % able.length]!;
        const slot = await loadSlot(measurement, contender, row.searches, workload, round);
        row.slots.set(workload, [...(row.slots.get(workload) ?? []), slot]);
      }
    }
  }
  return turns.map(({ row }) => row).filter(({ slots }) => slots.size > 0);
}

/** `round`: null to warm up. */
async function loadSlot(
  { generator, space, postmaster, seconds, connections }: Measurement,
  contender: Contender,
  searches: Searches,
  workload: Workload,
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
    workload,
    seed: searches === "repeated" ? seeds.repeated : seeds.newSearches + (round ?? -1),
    repeated: searches === "repeated" ? REPEATED : null,
    connections,
    seconds: round === null ? Math.min(WARM_UP_SECONDS, seconds) : seconds,
  });
  const after = used();
  return { ...result, serverMs: after.server - before.server, databaseMs: after.database - before.database };
}
