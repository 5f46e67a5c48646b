/**
 * Test files that are about the embedded database, or that run without any: they run on it alone, wherever there is a
 * PostgreSQL too. Each starts the embedded database itself whatever DATABASE_URL says.
 */
export const onEmbeddedAlone = [
  "src/cli/{keys,leads,models}-command.test.ts",
  "test/first-start.test.ts",
  "test/proofs/crash-during-import.test.ts",
];

/**
 * Files that run on both databases: where the embedded one differs (one process, one writer at a time, started again after a
 * crash), and enough others to execute every statement of `*.sql.ts` once, which sql-files.test.ts proves.
 */
export const onBoth = [
  "src/platform/database/**",
  "src/platform/jobs/jobs.test.ts",
  "src/platform/data-folder.test.ts",
];
