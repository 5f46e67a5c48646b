import { writeFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../harness/test-app.ts";
import { mean } from "./difference.ts";
import { isHeldOut, type Measured, measure, openMarkets, scoresOf, verdict } from "./measure.ts";
import { HYBRID, parts } from "./rankers.ts";
import { tableOf, worstOf } from "./table.ts";

const REQUIRED = 0.15;
const ALL = { listings: 3000, sales: 3000, split: "both" } as const;
/** What a test run has time for, and on PostgreSQL alone: the ranking is the same on both. */
const SOME = { listings: 1500, sales: 600, split: "held-out" } as const;

const isRequested = Boolean(process.env.DATABASE_URL || process.env.TABLE_FILE);

let lintel: TestApp;
let measured: Measured[];
beforeAll(async () => {
  if (!isRequested) return;
  lintel = await startTestApp();
  const { TABLE_FILE } = process.env;
  measured = await measure(lintel, await openMarkets(lintel, TABLE_FILE ? ALL : SOME));
  // For `npm run prove search`, which prints it.
  if (TABLE_FILE) await writeFile(TABLE_FILE, JSON.stringify([tableOf(measured), worstOf(measured)]));
}, 600_000);
afterAll(() => lintel?.close());

test.runIf(isRequested)(
  "on the half that is held out, the hybrid is far above PostgreSQL's full text in its best form",
  () => {
    expect(verdict(measured.filter(isHeldOut)).overFullText.mean).toBeGreaterThanOrEqual(REQUIRED);
  },
);

test.runIf(isRequested).each(Object.keys(parts))(
  "on the half that is held out, the hybrid is above its own part: %s",
  (part) => {
    const heldOut = measured.filter(isHeldOut);
    expect(mean(scoresOf(heldOut, HYBRID))).toBeGreaterThan(mean(scoresOf(heldOut, part)));
  },
);
