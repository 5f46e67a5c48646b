import { expect, it } from "vitest";
import { proveCrashSafety } from "./crash-during-import.ts";

it("an import that is killed loses no acknowledged batch, and a second process is refused (npm run prove crash: 50 rounds)", async () => {
  expect(await proveCrashSafety(3)).toMatch(/^3 kills: \d+ acknowledged rows, 0 lost/);
}, 120_000);
