import { expect, it } from "vitest";
import { proveBackup } from "./backup.ts";

it("a backup that is taken beside writers, and after kill -9, is restored to one moment (npm run prove backup: 20)", async () => {
  expect(await proveBackup(3)).toMatch(/^3 backups beside 6 writers .* digests of every table equal/);
}, 300_000);
