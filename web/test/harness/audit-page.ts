import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright-core";

const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

// axe is not in the frames, which have origins of their own: it would wait for their answers, and the browser complains.
const iframes = false;
const options: Record<"all" | "colors", RunOptions> = {
  all: { iframes },
  colors: { iframes, runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } },
};

/**
 * What axe finds on a page, each with its first element; best practices included.
 *
 * @param rules `colors`: those that another colour scheme alone can change.
 */
export async function auditPage(page: Page, rules: "all" | "colors" = "all"): Promise<string[]> {
  // Evaluated by the debugger, because the page's policy allows no script of others.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const { violations } = await page.evaluate(
    (chosen) =>
      (window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }).axe.run(chosen),
    options[rules],
  );
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`,
  );
}
