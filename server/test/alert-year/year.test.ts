import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openAlertMail } from "../harness/searches-fixture.ts";
import { liveYear } from "./year.ts";

// `npm run prove alerts` simulates a year with 2,000 people; others with SEED.
const count = (name: string, usual: number) => Number(process.env[name] ?? usual);

describe("alerts through the year", { timeout: 12 * 3_600_000 }, () => {
  let mail: Awaited<ReturnType<typeof openAlertMail>>;
  beforeAll(async () => {
    mail = await openAlertMail({ LOG_LEVEL: "silent" });
  });
  afterAll(() => mail.close());

  it("sends exactly the mails that the oracle predicts, with exactly these homes and reasons", async () => {
    const report = await liveYear(mail, {
      seed: count("SEED", 20260615),
      people: count("PEOPLE", 12),
      searches: count("SEARCHES", 36),
      changes: count("CHANGES", 160),
      days: count("DAYS", 150),
    });
    if (process.env.REPORT) writeFileSync(process.env.REPORT, JSON.stringify(report));
    expect(report.problems.slice(0, 20)).toEqual([]);
    expect(report.mails).toBeGreaterThan(20);
  });
});
