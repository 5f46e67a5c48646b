import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    globalSetup: ["test/harness/global-setup.ts"],
    pool: "forks",
    maxWorkers: 2,
    // Generous: a slow machine is not a failed guarantee.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    env: { NODE_OPTIONS: "--disable-warning=ExperimentalWarning" },
  },
});
