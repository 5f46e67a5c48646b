import type { TestSpecification } from "vitest/node";
import { BaseSequencer } from "vitest/node";

/** Parts of the paths of files that take ten seconds or more: they start processes, or wait. */
const LONG = [
  "/server/test/proofs/",
  "/server/test/upgrades/",
  "/server/src/cli/",
  "/server/test/first-start.test.ts",
  "/server/src/platform/database/outage.test.ts",
  "/server/src/platform/database/database-watch.test.ts",
  "/server/test/search-oracle/",
  "/server/test/sweep-year/",
  "/server/test/drip-model/",
  "/server/test/matrix/",
  "/server/src/images/indexing/get-indexing-job.test.ts",
  "/server/test/refused-callers/",
  "/server/src/platform/data-folder.test.ts",
  "/server/src/platform/outbound/host-names.test.ts",
  "/server/src/images/enrichment/photo-hosts.hanging.test.ts",
  "/server/test/guide.test.ts",
  "/client/test/package.test.ts",
  "/server/src/outreach/run/run-drips.at-once.test.ts",
  "/server/src/platform/jobs/jobs.test.ts",
  "/server/test/judged-queries/measured.test.ts",
];

/** Starts the longest files of each project first, so that no worker runs one alone at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // The order of projects stays.
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) => {
      const own = sorted.filter((each) => each.project === project);
      return [...own.filter(isLong), ...own.filter((each) => !isLong(each))];
    });
  }
}

function isLong({ moduleId }: TestSpecification): boolean {
  return LONG.some((part) => moduleId.includes(part));
}
