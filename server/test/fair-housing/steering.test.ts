import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../harness/test-app.ts";
import { steeringPairs } from "./pairs.ts";
import { differencesOf, openSteering, type Steering } from "./steered.ts";

/** `npm run prove steering` compares all pairs. */
const COUNT = Number(process.env.PAIRS ?? 60);

describe("two visitors who are alike but for words of protected classes", () => {
  let lintel: TestApp;
  let steering: Steering;
  beforeAll(async () => {
    lintel = await startTestApp();
    steering = await openSteering(lintel);
  });
  afterAll(() => lintel.close());

  it("get the same homes and the same agents", async () => {
    const all = steeringPairs();
    const step = Math.max(1, all.length / COUNT);
    const pairs = Array.from(
      { length: Math.min(COUNT, all.length) },
      (_, nth) => all[Math.floor(nth * step)],
    );
    const differences: string[] = [];
    for (const pair of pairs)
      differences.push(...(await differencesOf(lintel, steering, pair as (typeof all)[number])));
    process.stdout.write(
      `steering: ${pairs.length} of ${all.length} pairs, ${differences.length} differences\n`,
    );
    expect(differences).toEqual([]);
  }, 600_000);
});
