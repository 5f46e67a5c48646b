import { statfsSync } from "node:fs";
import { defineConfig } from "vitest/config";

/** Databases and files of tests live for seconds: in memory, where the machine has a place for that. */
function fastFolder(): Record<string, string> {
  try {
    const { bavail, bsize } = statfsSync("/dev/shm");
    return bavail * bsize > 4_000_000_000 ? { TMPDIR: "/dev/shm" } : {};
  } catch {
    return {};
  }
}

/** Asks no database anything that matters, or starts the embedded one whatever DATABASE_URL says: once is enough. */
const onEmbeddedAlone = [
  "src/platform/{crypto,mail,models,outbound,vectors}/**",
  "src/plain-words/**",
  "src/visitors/inference/**",
  "src/brochures/print/**",
  "src/identity/oidc/{bearer-tokens,provider-keys,token-table}.test.ts",
  "src/photos/slow-pictures.test.ts",
  "test/hostile-bodies/**",
  "test/regular-expressions.test.ts",
  "src/cli/{keys,leads,models}-command.test.ts",
  "test/first-start.test.ts",
  "src/platform/database/embedded/**",
  "**/demo/drawings/**",
  "**/demo/src/{photo-catalog,store-photos,generate-listings}.test.ts",
  "test/proofs/crash-during-import.test.ts",
  "**/client/test/package.test.ts",
];

export default defineConfig({
  test: {
    exclude: ["**/node_modules/**", ...(process.env.DATABASE_URL ? onEmbeddedAlone : [])],
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "../client/test/**/*.test.ts", "../demo/**/*.test.ts"],
    globalSetup: ["test/harness/global-setup.ts"],
    pool: "forks",
    maxWorkers: 2,
    // The program is loaded once by each worker: it keeps nothing in its modules that one test could see of another.
    isolate: false,
    // Generous: a slow machine is not a failed guarantee.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    env: { NODE_OPTIONS: "--disable-warning=ExperimentalWarning", ...fastFolder() },
  },
});
