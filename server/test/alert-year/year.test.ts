import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { FAULTS } from "./faults.ts";
import { openWorld, type World, type YearPlan } from "./world.ts";
import { liveYear } from "./year.ts";

// `npm run prove alerts` simulates a year with 2,000 people; others with SEED.
const count = (name: string, usual: number) => Number(process.env[name] ?? usual);

describe("alerts through the year", { timeout: 12 * 3_600_000 }, () => {
  async function live(plan: YearPlan): Promise<World> {
    const world = await openWorld(plan);
    try {
      await liveYear(world, plan);
    } finally {
      await world.close();
    }
    return world;
  }

  it("sends exactly the mails and pushes that the oracle predicts, with exactly these homes and reasons", async () => {
    const { report } = await live({
      seed: count("SEED", 20260615),
      people: count("PEOPLE", 20),
      searches: count("SEARCHES", 60),
      changes: count("CHANGES", 200),
      days: count("DAYS", 150),
    });
    if (process.env.REPORT) writeFileSync(process.env.REPORT, JSON.stringify(report));
    expect(report.problems.slice(0, 20).map(({ text }) => text)).toEqual([]);
    expect(report.mails).toBeGreaterThan(20);
  });

  it("reports each fault that is planted, and nothing else", async () => {
    const { report, faults } = await live({
      seed: 24,
      people: 20,
      searches: 60,
      changes: 150,
      days: 40,
      withFaults: true,
    });
    expect(faults.planted.map(({ fault }) => fault).sort()).toEqual([...FAULTS].sort());
    const found = new Set(report.problems.map(({ email }) => email));
    expect(faults.planted.filter(({ emails }) => !emails.some((email) => found.has(email)))).toEqual([]);
    expect(report.problems.filter(({ email }) => !faults.has(email))).toEqual([]);
  });
});
