import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright-core";

const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** `colors`: those that another colour scheme alone can change. */
export type AuditedRules = "all" | "colors";

const common: RunOptions = {
  // axe is not in the frames, which have origins of their own: it would wait for their answers, and the browser complains.
  iframes: false,
  // Elements that pass are not described: of a long page that takes longer than its rules.
  resultTypes: ["violations"],
};
const options: Record<AuditedRules, RunOptions> = {
  all: common,
  colors: { ...common, runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } },
};

/**
 * What axe finds on a page, each with its first element; best practices included.
 *
 * @param part the elements that are looked at: a selector.
 */
export async function auditPage(page: Page, rules: AuditedRules = "all", part = ":root"): Promise<string[]> {
  // Evaluated by the debugger, because the page's policy allows no script of others.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  return page.evaluate(
    async ([selector, chosen]) => {
      const { axe } = window as unknown as {
        axe: { run(context: string, options: RunOptions): Promise<AxeResults> };
      };
      const { violations } = await axe.run(selector, chosen);
      return violations.map(
        ({ id, help, nodes }) => `${id}: ${help}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`,
      );
    },
    [part, options[rules]] as const,
  );
}
