import { expect, it } from "vitest";
import { proveBackup } from "./backup.ts";

it("a backup that is taken beside writers, and after kill -9, is restored to one moment (npm run prove backup: 20)", async () => {
  // The two rounds in which something is killed before the backup that is restored.
  expect(await proveBackup(2, { firstRound: 1 })).toMatch(
    /^2 backups beside 6 writers.* 2 kill -9 in mid-backup: .* digests of every table equal/,
  );
}, 300_000);
