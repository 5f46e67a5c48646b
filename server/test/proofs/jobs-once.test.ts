import { expect, inject, it } from "vitest";
import { proveJobsOnce } from "./jobs-once.ts";

const template = inject("template");

// About 15 seconds of it wait until claims of a killed process expire. On PostgreSQL only, where two processes can overlap;
// `npm run prove jobs-once` without DATABASE_URL tests the embedded database; `-- 0` kills none, and nothing at all is asked again.
it.skipIf(!("url" in template))(
  "two processes whose jobs expire in mid-run, one of them killed: each picture and document asked of the models once, each photo announced once (npm run prove jobs-once: 12 kills)",
  async () => {
    const extent = { kills: 1, pictures: 24, answerMs: 10, longAnswerMs: 5000 };
    const seen = await proveJobsOnce(extent, "url" in template ? template.url : null);
    expect(seen).toMatch(/^24 listings of a photo each on 2 processes on PostgreSQL, 1 kill -9/);
    expect(seen).toMatch(/image\.analyzed: 24 announced once, 0 twice/);
  },
  600_000,
);
