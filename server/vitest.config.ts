import { statfsSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { onBoth, onEmbeddedAlone, onPostgresAlone } from "./test/embedded/embedded-set.ts";
import { LongestFirst } from "./test/harness/longest-first.ts";

/** Databases and files of tests live for seconds: in memory, where the machine has a place for that. */
function fastFolder(): string {
  try {
    const { bavail, bsize } = statfsSync("/dev/shm");
    if (bavail * bsize > 4_000_000_000) return "/dev/shm";
  } catch {
    // Not Linux.
  }
  return tmpdir();
}

/** Processes that tests start take compiled code from a cache, as those of the server do (src/main.ts). */
function environment(folder: string): Record<string, string> {
  return {
    NODE_OPTIONS: "--disable-warning=ExperimentalWarning",
    TMPDIR: folder,
    NODE_COMPILE_CACHE: join(folder, "node-compile-cache"),
  };
}

const all = [
  "src/**/*.test.ts",
  "test/**/*.test.ts",
  "../client/test/**/*.test.ts",
  "../web/test/**/*.test.ts",
  "../demo/**/*.test.ts",
  "../feed-server/test/*.test.ts",
  "../bench/src/**/*.test.ts",
];
const sqlFiles = "test/embedded/sql-files.test.ts";
const installed = "**/node_modules/**";
/** They measure time, or the processor time of the process: one after the other, each in a process of its own. */
const measured = [
  "test/stalls/*.test.ts",
  "test/hostile-bodies/*.test.ts",
  "src/photos/slow-pictures.test.ts",
  "test/fair-share.test.ts",
  "test/proofs/index-freshness.test.ts",
  "test/regular-expressions.test.ts",
];
const onPostgres = Boolean(process.env.DATABASE_URL);

/** One after the other, each on all workers. */
const globalSetup = ["test/harness/global-setup.ts"];
const projects: TestProjectInlineConfiguration[] = [
  {
    test: {
      name: "postgres",
      globalSetup,
      include: onPostgres ? all : [],
      exclude: [installed, sqlFiles, ...measured, ...onEmbeddedAlone],
      sequence: { groupOrder: 0 },
    },
  },
  {
    test: {
      name: "embedded",
      globalSetup,
      include: onPostgres ? [...onEmbeddedAlone, ...onBoth] : all,
      exclude: [installed, sqlFiles, ...measured, ...onPostgresAlone],
      setupFiles: ["test/embedded/record-sql-files.ts"],
      ...(onPostgres && { env: { DATABASE_URL: "", REQUESTS: "300" } }),
      sequence: { groupOrder: 1 },
    },
  },
  {
    test: {
      name: "sql files",
      globalSetup,
      include: [sqlFiles],
      exclude: [installed],
      sequence: { groupOrder: 2 },
    },
  },
  {
    test: {
      name: "measured",
      globalSetup,
      include: measured,
      exclude: [installed],
      isolate: true,
      // Garbage of what came before is collected before a measurement, not during it.
      execArgv: ["--max-semi-space-size=64", "--expose-gc"],
      maxWorkers: 1,
      sequence: { groupOrder: 3 },
    },
  },
];

export default defineConfig({
  test: {
    projects: projects.filter(({ test }) => test?.include?.length),
    pool: "forks",
    // Garbage that is collected often costs a tenth of the time.
    execArgv: ["--max-semi-space-size=64"],
    // One more than processors: tests wait for databases, processes and timeouts. With more, work of low priority hardly runs.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    // The program is loaded once by each worker: it keeps nothing in its modules that one test could see of another.
    isolate: false,
    // Generous: a slow machine is not a failed guarantee.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    env: environment(fastFolder()),
  },
});
